import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsCopy, weightOf } from './negotiation.ts';

/** Sends a JSON text that is asked for again and again, or 304 to a client that has it, as far as it is `covered`. */
export async function sendRevalidated(request: FastifyRequest, reply: FastifyReply, json: string, covered = json) {
  const etag = `"${hash('sha256', covered, 'base64url').slice(0, 22)}"`;
  // A weak one: every coding has it, and not all may be covered.
  reply.header('etag', `W/${etag}`);
  if (holdsCopy(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  // As bytes: Node keeps three for each letter of a text until an HTTP/2 client has taken it.
  if (!weightOf('gzip', request.headers['accept-encoding'] ?? '')) return reply.send(Buffer.from(json));
  return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(json, { level: 4 }));
}
