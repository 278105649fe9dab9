/** Public answers as finished bytes: built once, compressed once, told apart by strong ETags (performance P12). */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { interceptRequests } from './in-flight.ts';
import type { App } from './type-provider.ts';

export interface PrebuiltAnswer {
  /** The same content in every coding a client may ask for, the smallest first and the plain one last. */
  codings: readonly Coded[];
  /** Bytes of memory that the answer takes, in all codings and with its headers. */
  size: number;
}

/** An answer in one content coding, with an ETag of its own (RFC 9110 §8.8.3.3). */
interface Coded {
  coding: '' | 'br' | 'gzip';
  etag: string;
  /** A short body is a `latin1` string, one character for each byte: `node:http` sends that and the headers in one write. */
  body: Buffer | string;
  /** Header names and values in turn, the form that `node:http` writes fastest. */
  head: readonly string[];
  /** The headers of a 304, which describes no body (RFC 9110 §15.4.5). */
  headWithoutBody: readonly string[];
}

interface HowBuilt {
  /** Sent with it always. */
  headers?: Record<string, string>;
  /** `no-cache`, the default: any copy may be kept, none may be shown without asking whether it still holds. */
  cacheControl?: string;
  /** `best` for what nobody waits for and many will download, `fast` for what somebody waits for, `none` for pictures. */
  compression?: 'best' | 'good' | 'fast' | 'none';
}

/** From this many bytes on compressing an answer saves a packet. */
const worthCompressing = 860;
/** Up to this many bytes the best compression takes no longer than a customer waits. */
const worthBestCompression = 200_000;

/** Bytes that a kept answer takes besides its bodies: headers, tags and objects (measured). Counted, because bodies may be tiny. */
const besidesBodies = 1_200;

/** Up to this many bytes a body is sent in one write with its headers; for a longer one copying both takes longer than a second write. */
const shortBody = 14_000;

const levels = { best: { br: 11, gzip: 9 }, good: { br: 5, gzip: 6 }, fast: { br: 4, gzip: 4 } };

/** Builds an answer from a body of the given content type. The compression `good`, the default, is `best` for a body that is small enough. */
export async function prebuilt(
  body: string | Buffer,
  type: string,
  { headers = {}, cacheControl = 'no-cache', compression = 'good' }: HowBuilt = {},
): Promise<PrebuiltAnswer> {
  const bytes = Buffer.from(body);
  const version = hash('sha256', bytes, 'base64url').slice(0, 22);
  const isCompressed = compression !== 'none' && bytes.length >= worthCompressing;
  const always = Object.entries({
    ...headers,
    'cache-control': cacheControl,
    ...(isCompressed && { vary: 'Accept-Encoding' }),
  }).flat();
  const coded = (coding: Coded['coding'], bytes: Buffer): Coded => {
    const etag = `"${version}${coding && `-${coding}`}"`;
    const headWithoutBody = [...always, 'etag', etag];
    const described = ['content-type', type, 'content-length', String(bytes.length)];
    if (coding) described.push('content-encoding', coding);
    const body = bytes.length <= shortBody ? bytes.toString('latin1') : bytes;
    return { coding, etag, body, head: [...headWithoutBody, ...described], headWithoutBody };
  };
  const codings = [coded('', bytes)];
  if (isCompressed) {
    const level = levels[compression === 'good' && bytes.length <= worthBestCompression ? 'best' : compression];
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
    codings.unshift(coded('br', br), coded('gzip', gz));
  }
  return { codings, size: codings.reduce((sum, { body }) => sum + body.length, besidesBodies) };
}

/** The JSON of items that are in many answers, made once for each. */
const texts = new WeakMap<object, string>();

function textOf(item: object) {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = JSON.stringify(item);
  texts.set(item, text);
  return text;
}

/** A list answer of the API: `{ "data": [...], "count": n }` (decision A3). */
export const prebuiltList = (data: readonly object[], how?: HowBuilt) =>
  prebuilt(`{"data":[${data.map(textOf).join(',')}],"count":${data.length}}`, 'application/json; charset=utf-8', how);

/** Sends it in the smallest coding the client accepts, or 304 when the client has it already. */
export function sendPrebuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PrebuiltAnswer | Promise<PrebuiltAnswer>,
): void | Promise<void> {
  // Awaiting an answer that is there would cost the most frequent requests a turn of the event loop.
  if (answer instanceof Promise) return answer.then((made) => sendPrebuilt(request, reply, made));
  // Written past Fastify's reply, which would take a fifth more time and add nothing to finished bytes.
  reply.hijack();
  write(request.raw, reply.raw, answer, { wereSet: Object.entries(reply.getHeaders()), status: reply.statusCode });
}

/**
 * Answers GET requests before Fastify sees them, where `finished` has an answer for exactly their address: most of their time would be
 * Fastify's. None of its hooks runs for them.
 */
export function answerBeforehand(app: App, finished: (url: string) => PrebuiltAnswer | undefined) {
  interceptRequests(app, (request, response, others) => {
    // A server that is closing says so in its answers, and only Fastify knows how.
    const answer = request.method === 'GET' && app.server.listening ? finished(request.url ?? '') : undefined;
    if (answer) write(request, response, answer);
    else others(request, response);
  });
}

function write(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { codings }: PrebuiltAnswer,
  { wereSet = [], status = 200 }: { wereSet?: readonly [name: string, value: unknown][]; status?: number } = {},
) {
  const chosen = wantedMost(codings, String(headers['accept-encoding'] ?? ''));
  const known = status === 200 && isKnown(headers['if-none-match'], chosen.etag);
  const head = known ? chosen.headWithoutBody : chosen.head;
  response.writeHead(known ? 304 : status, wereSet.length > 0 ? withWhatWasSet(head, wereSet) : (head as string[]));
  response.end(known || method === 'HEAD' ? undefined : chosen.body, 'latin1');
}

/** Our headers and those that hooks have set before (CORS): ours win, except that `Vary` is combined. */
function withWhatWasSet(ours: readonly string[], wereSet: readonly [name: string, value: unknown][]) {
  const head = [...ours];
  for (const [name, value] of wereSet) {
    const at = head.findIndex((one, place) => place % 2 === 0 && one === name);
    if (at < 0) head.push(name, String(value));
    else if (name === 'vary') head[at + 1] = `${String(value)}, ${head[at + 1]}`;
  }
  return head;
}

/** The coding that an Accept-Encoding (RFC 9110 §12.5.3) gives the highest weight, of several the smallest; plain where it wants none of them. */
function wantedMost(codings: readonly Coded[], accepted: string): Coded {
  let [wanted, most] = [codings.at(-1), 0];
  for (const coded of codings) {
    const weight = weightOf(coded.coding || 'identity', accepted) ?? weightOf('*', accepted) ?? 0;
    if (weight > most) [wanted, most] = [coded, weight];
    // No later one can have more weight. Without weights, as nearly all clients send it, this is the smallest coding.
    if (most >= 1) break;
  }
  if (!wanted) throw new Error('An answer always has its plain form.');
  return wanted;
}

/** The weight (0 to 1) that a header such as Accept-Encoding (RFC 9110 §12.4.2) gives to `name`; `undefined` when it does not name it. */
export function weightOf(name: string, header: string): number | undefined {
  const preferences = header.toLowerCase();
  if (!preferences.includes(name)) return undefined;
  for (const entry of preferences.split(',')) {
    const [one = '', ...parameters] = entry.split(';');
    if (one.trim() !== name) continue;
    const weight = parameters.find((parameter) => /^\s*q=/.test(parameter));
    return weight === undefined ? 1 : Number(weight.split('=')[1]);
  }
  return undefined;
}

/** If-None-Match compares weakly: a proxy may have weakened the tag on its way (RFC 9110 §13.1.2). */
const isKnown = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false;

/** Answers built when first asked for and kept within so many bytes, the least recently used forgotten first. */
export class AnswerShelf {
  readonly #capacity: number;
  readonly #answers = new Map<string, PrebuiltAnswer>();
  readonly #building = new Map<string, Promise<PrebuiltAnswer>>();
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The answer under `key`: at once when it is there, else from `build`, once for all who ask meanwhile. */
  get(key: string, build: () => Promise<PrebuiltAnswer>): PrebuiltAnswer | Promise<PrebuiltAnswer> {
    return this.known(key) ?? this.build(key, build);
  }

  /** The answer under `key`, or the promise of one that is being built; undefined when there is neither. */
  known(key: string): PrebuiltAnswer | Promise<PrebuiltAnswer> | undefined {
    const kept = this.#answers.get(key);
    if (!kept) return this.#building.get(key);
    this.#answers.delete(key);
    this.#answers.set(key, kept);
    return kept;
  }

  /** How many are being built right now. */
  get building() {
    return this.#building.size;
  }

  /** Keeps under `key` what `build` resolves with; resolves or rejects as it does. */
  build(key: string, build: () => Promise<PrebuiltAnswer>): Promise<PrebuiltAnswer> {
    const building = build()
      .then((answer) => {
        this.#keep(key, answer);
        return answer;
      })
      .finally(() => this.#building.delete(key));
    this.#building.set(key, building);
    return building;
  }

  #keep(key: string, answer: PrebuiltAnswer) {
    if (answer.size > this.#capacity) return;
    this.#answers.set(key, answer);
    this.#size += answer.size + key.length;
    for (const [oldest, { size }] of this.#answers) {
      if (this.#size <= this.#capacity) return;
      this.#answers.delete(oldest);
      this.#size -= size + oldest.length;
    }
  }
}
