/** Public responses as finished bytes: built once, compressed once, told apart by strong ETags (performance G7). */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export interface PrebuiltResponse {
  /** The same content in every coding a client may ask for, the smallest first and the plain one last. */
  representations: readonly Representation[];
  /** Bytes of memory that the response takes, in all codings and with its headers. */
  size: number;
}

/** The content in one coding, with an ETag of its own (RFC 9110 §8.8.3.3). */
interface Representation {
  coding: '' | 'br' | 'gzip';
  etag: string;
  body: Buffer;
  headers: Readonly<Record<string, string>>;
}

interface BuildOptions {
  /** Sent with it always. */
  headers?: Record<string, string>;
  /** `no-cache`, the default: any copy may be kept, none may be shown without asking whether it still holds. */
  cacheControl?: string;
  /** `best` for what no client waits for and many will download, `fast` for what a client waits for, `none` for pictures. */
  compression?: 'best' | 'good' | 'fast' | 'none';
}

/** From this many bytes on compressing a response saves a packet. */
const minCompressed = 860;
/** Up to this many bytes the best compression takes no longer than a customer waits. */
const maxBestCompressed = 200_000;

/** Bytes that a cached response takes besides its bodies: headers, tags and objects (measured). Counted, because bodies may be tiny. */
const overhead = 1_200;

// Brotli 11 takes 2.4 times as long as 10, saves a percent of a page and nothing of the regions (measured).
const levels = { best: { br: 10, gzip: 9 }, good: { br: 5, gzip: 6 }, fast: { br: 4, gzip: 4 } };

/** Builds a response from a body of the given content type. The compression `good`, the default, is `best` for a body that is small enough. */
export async function prebuild(
  body: string | Buffer,
  type: string,
  { headers = {}, cacheControl = 'no-cache', compression = 'good' }: BuildOptions = {},
): Promise<PrebuiltResponse> {
  const bytes = Buffer.from(body);
  const version = hash('sha256', bytes, 'base64url').slice(0, 22);
  const isCompressed = compression !== 'none' && bytes.length >= minCompressed;
  const represented = (coding: Representation['coding'], body: Buffer): Representation => {
    const etag = `"${version}${coding && `-${coding}`}"`;
    const vary = isCompressed && { vary: 'Accept-Encoding' };
    const described = { 'content-type': type, ...(coding && { 'content-encoding': coding }) };
    return { coding, etag, body, headers: { ...headers, 'cache-control': cacheControl, ...vary, etag, ...described } };
  };
  const representations = [represented('', bytes)];
  if (isCompressed) {
    const level = levels[compression === 'good' && bytes.length <= maxBestCompressed ? 'best' : compression];
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: level.br,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
      promisify(gzip)(bytes, { level: level.gzip }),
    ]);
    representations.unshift(represented('br', br), represented('gzip', gz));
  }
  return { representations, size: representations.reduce((sum, { body }) => sum + body.length, overhead) };
}

/** A list response of the API: `{ "data": [...], "count": n }` (decision A3), with the option groups beside products (M1). */
export const prebuildList = (data: readonly object[], options?: BuildOptions, groups: readonly object[] = []) =>
  prebuild(
    JSON.stringify({ data, count: data.length, ...(groups.length > 0 && { option_groups: groups }) }),
    'application/json; charset=utf-8',
    options,
  );

/** Responses that are built when first requested and cached within so many bytes, the least recently used forgotten first. */
export class ResponseCache<Response extends { size: number } = PrebuiltResponse> {
  readonly #capacity: number;
  /** Without a size while it is built. */
  readonly #entries = new Map<string, { response: Promise<Response>; size: number }>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The response under `key`, from `build` when it is not there, once for all who ask meanwhile. */
  get(key: string, build: () => Promise<Response>): Promise<Response> {
    const known = this.#entries.get(key);
    const entry = known ?? { response: build(), size: 0 };
    const forget = () => this.#entries.delete(key);
    // The last one is that which was used last.
    forget();
    this.#entries.set(key, entry);
    if (!known)
      entry.response.then(({ size }) => {
        if (size > this.#capacity) forget();
        entry.size = size + key.length;
        this.#makeRoom();
      }, forget);
    return entry.response;
  }

  #makeRoom() {
    const built = [...this.#entries].filter(([, { size }]) => size > 0);
    let sum = built.reduce((total, [, { size }]) => total + size, 0);
    for (const [oldest, { size }] of built) {
      if (sum <= this.#capacity) return;
      this.#entries.delete(oldest);
      sum -= size;
    }
  }
}
