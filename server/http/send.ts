/** Sends what clients have copies of, in the coding they accept (RFC 9110 §12 and §13). */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PrebuiltResponse } from './prebuilt-response.ts';

/** Answers with the weight (0 to 1) that a header such as Accept-Encoding gives to a name, or to `*` where it does not name it (RFC 9110 §12.4.2). */
export function weightsIn(header = '') {
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(',')) {
    const [one = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(one, Number(weight?.slice(2) ?? 1));
  }
  return (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
}

/** Whether an If-None-Match names this ETag. It compares weakly: a proxy may have weakened the tag on its way (RFC 9110 §13.1.2). */
const holdsCopy = ({ headers }: FastifyRequest, etag: string) =>
  headers['if-none-match']?.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false;

/** Sends a response in the coding to which the client gives the highest weight, of several in the smallest, or 304 when the client has it already. */
export async function sendPrebuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PrebuiltResponse | Promise<PrebuiltResponse>,
) {
  const weightOf = weightsIn(String(request.headers['accept-encoding'] ?? ''));
  const { representations } = await response;
  const { headers, etag, body } = representations.reduceRight((best, one) => {
    const weight = weightOf(one.coding || 'identity');
    return weight > 0 && weight >= weightOf(best.coding || 'identity') ? one : best;
  });
  // CORS has set one before.
  const vary = [reply.getHeader('vary'), headers.vary].filter(Boolean).join(', ');
  reply.headers(headers);
  if (vary) reply.header('vary', vary);
  if (reply.statusCode !== 200 || !holdsCopy(request, etag)) reply.send(body);
  // It describes no body (RFC 9110 §15.4.5).
  else reply.removeHeader('content-type').removeHeader('content-encoding').code(304).send();
}

/** Sends a JSON text that is asked for again and again, or 304 to a client that has it. `covered`: the part that its ETag is of. */
export async function sendRevalidated(request: FastifyRequest, reply: FastifyReply, json: string, covered = json) {
  const etag = `"${hash('sha256', covered, 'base64url').slice(0, 22)}"`;
  // A weak one: every coding has it, and not all may be covered.
  reply.header('etag', `W/${etag}`);
  if (holdsCopy(request, etag)) return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  // As bytes: Node keeps three for each letter of a text until an HTTP/2 client has taken it.
  if (!weightsIn(request.headers['accept-encoding'])('gzip')) return reply.send(Buffer.from(json));
  return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(json, { level: 4 }));
}
