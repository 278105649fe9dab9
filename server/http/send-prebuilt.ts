import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsCopy, weightOf } from './negotiation.ts';
import type { PrebuiltResponse, Representation } from './prebuilt-response.ts';

/** Sends it in the smallest coding the client accepts, or 304 when the client has it already. */
export async function sendPrebuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PrebuiltResponse | Promise<PrebuiltResponse>,
) {
  const { representations } = await response;
  const chosen = selected(representations, String(request.headers['accept-encoding'] ?? ''));
  const isNotModified = reply.statusCode === 200 && holdsCopy(request.headers['if-none-match'], chosen.etag);
  const headers = isNotModified ? chosen.headersWithoutBody : chosen.headers;
  // CORS has set one before.
  const vary = [reply.getHeader('vary'), headers.vary].filter(Boolean).join(', ');
  reply.headers(headers);
  if (vary) reply.header('vary', vary);
  if (isNotModified) reply.code(304).send();
  else reply.send(chosen.body);
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
