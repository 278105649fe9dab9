/** Sends prebuilt responses: in the coding that the client wants, or as 304, and past Fastify where that saves time. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { interceptRequests } from './in-flight.ts';
import { holdsCopy, weightOf } from './negotiation.ts';
import type { PrebuiltResponse, Representation } from './prebuilt-response.ts';
import type { App } from './type-provider.ts';

/** Sends it in the smallest coding the client accepts, or 304 when the client has it already. */
export function sendPrebuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PrebuiltResponse | Promise<PrebuiltResponse>,
): void | Promise<void> {
  // Awaiting a response that is there would cost the most frequent requests a turn of the event loop.
  if (response instanceof Promise) return response.then((built) => sendPrebuilt(request, reply, built));
  // Fastify's reply would add nothing to finished bytes (`docs/decisions/2026-11-26-what-fastify-costs.md`).
  reply.hijack();
  write(request.raw, reply.raw, response, { wereSet: Object.entries(reply.getHeaders()), status: reply.statusCode });
}

/**
 * Answers GET requests before Fastify sees them, where `finished` has a response for exactly their address. None of Fastify's hooks runs
 * for them (`docs/decisions/2026-11-26-what-fastify-costs.md`).
 */
export function respondBeforeFastify(app: App, finished: (url: string) => PrebuiltResponse | undefined) {
  interceptRequests(app, (request, response, others) => {
    // A server that is closing says so in its responses, and only Fastify knows how.
    const prebuilt = request.method === 'GET' && app.server.listening ? finished(request.url ?? '') : undefined;
    if (prebuilt) write(request, response, prebuilt);
    else others(request, response);
  });
}

function write(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { representations }: PrebuiltResponse,
  { wereSet = [], status = 200 }: { wereSet?: readonly [name: string, value: unknown][]; status?: number } = {},
) {
  const chosen = selected(representations, String(headers['accept-encoding'] ?? ''));
  const isNotModified = status === 200 && holdsCopy(headers['if-none-match'], chosen.etag);
  const head = isNotModified ? chosen.headWithoutBody : chosen.head;
  response.writeHead(
    isNotModified ? 304 : status,
    wereSet.length > 0 ? withWhatWasSet(head, wereSet) : (head as string[]),
  );
  response.end(isNotModified || method === 'HEAD' ? undefined : chosen.body, 'latin1');
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

/** The representation whose coding an Accept-Encoding (RFC 9110 §12.5.3) gives the highest weight, of several the smallest; plain where it wants none of them. */
function selected(representations: readonly Representation[], accepted: string): Representation {
  let [wanted, most] = [representations.at(-1), 0];
  for (const representation of representations) {
    const weight = weightOf(representation.coding || 'identity', accepted) ?? weightOf('*', accepted) ?? 0;
    if (weight > most) [wanted, most] = [representation, weight];
    // No later one can have more weight. Without weights, as nearly all clients send it, this is the smallest coding.
    if (most >= 1) break;
  }
  if (!wanted) throw new Error('A response always has its plain form.');
  return wanted;
}
