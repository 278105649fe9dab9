/** Public answers as finished bytes: built once, compressed once, told apart by strong ETags (performance rule 5). */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface PrebuiltAnswer {
  type: string;
  /** The same content in every coding a client may ask for; each has an ETag of its own (RFC 9110 §8.8.3.3). */
  codings: { coding: '' | 'br' | 'gzip'; etag: string; bytes: Buffer }[];
}

/** Below this a compressed answer saves no packet. */
const worthCompressing = 860;
/** Above this the best compression takes longer than a customer waits. */
const worthBestCompression = 200_000;

/** Builds an answer of a body; `compress` is for text, `slowly` for one that nobody waits for and many will download. */
export async function prebuilt(
  body: string | Buffer,
  type: string,
  { compress = true, slowly = false } = {},
): Promise<PrebuiltAnswer> {
  const bytes = Buffer.from(body);
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const plain = { coding: '' as const, etag: `"${version}"`, bytes };
  if (!compress || bytes.length < worthCompressing) return { type, codings: [plain] };

  const best = slowly || bytes.length <= worthBestCompression;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: best ? 11 : 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    promisify(gzip)(bytes, { level: best ? 9 : 6 }),
  ]);
  return {
    type,
    codings: [
      { coding: 'br', etag: `"${version}-br"`, bytes: br },
      { coding: 'gzip', etag: `"${version}-gz"`, bytes: gz },
      plain,
    ],
  };
}

/** A list answer of the API: `{ "data": [...], "count": n }` (decision A3). */
export const prebuiltList = (data: readonly unknown[]) =>
  prebuilt(JSON.stringify({ data, count: data.length }), 'application/json; charset=utf-8');

/** Sends it in the best coding the client accepts, or 304 when the client has it already. */
export function sendPrebuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, codings }: PrebuiltAnswer,
  cacheControl: string,
) {
  const accepted = request.headers['accept-encoding'] ?? '';
  const chosen = codings.find(({ coding }) => coding === '' || accepts(accepted, coding));
  if (!chosen) throw new Error('An answer always has its plain form.');
  if (codings.length > 1) addVary(reply, 'Accept-Encoding');
  reply.header('etag', chosen.etag).header('cache-control', cacheControl);
  if (isKnown(request.headers['if-none-match'], chosen.etag)) return reply.code(304).send();
  if (chosen.coding) reply.header('content-encoding', chosen.coding);
  return reply.type(type).send(chosen.bytes);
}

/** Whether an Accept-Encoding names this coding with a weight above 0. */
function accepts(header: string, coding: string) {
  return header.split(',').some((entry) => {
    const [name, weight] = entry.split(';');
    return name?.trim().toLowerCase() === coding && !/^\s*q=0(\.0*)?\s*$/i.test(weight ?? '');
  });
}

/** If-None-Match compares weakly: a proxy may have weakened the tag on its way (RFC 9110 §13.1.2). */
const isKnown = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false;

function addVary(reply: FastifyReply, name: string) {
  const present = reply.getHeader('vary');
  reply.header('vary', present ? `${String(present)}, ${name}` : name);
}

/** Answers built when first asked for and kept, the least recently used forgotten first. */
export class AnswerShelf {
  readonly #capacity: number;
  readonly #answers = new Map<string, Promise<PrebuiltAnswer>>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The answer under `key`, from `build` when it is not there; a build that fails is not kept. */
  async get(key: string, build: () => Promise<PrebuiltAnswer>): Promise<PrebuiltAnswer> {
    const answer = this.#answers.get(key) ?? build();
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    if (this.#answers.size > this.#capacity) {
      const [oldest] = this.#answers.keys();
      if (oldest !== undefined) this.#answers.delete(oldest);
    }
    try {
      return await answer;
    } catch (error) {
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
      throw error;
    }
  }
}
