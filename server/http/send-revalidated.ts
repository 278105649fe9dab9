import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsCopy } from './negotiation.ts';

export const etagOf = (text: string) => `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

/** Sends a JSON text that is asked for again and again, or 304 to a client that has it. */
export function sendRevalidated(request: FastifyRequest, reply: FastifyReply, json: string) {
  const etag = etagOf(json);
  reply.header('etag', etag);
  if (holdsCopy(request.headers['if-none-match'], etag)) return reply.code(304).send();
  // As bytes: Node keeps three for each letter of a text until an HTTP/2 client has taken it.
  return reply.type('application/json; charset=utf-8').send(Buffer.from(json));
}
