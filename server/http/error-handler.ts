/** How errors become responses: thrown in a request, past Fastify, or on a connection that never became a request. */
import type { ServerResponse } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { storageErrorOf } from '../database/storage-error.ts';
import { ApiError, type ErrorCode } from './api-error.ts';
import { dataHeaders } from './security-headers.ts';

const headers = {
  ...dataHeaders,
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
};

/** What this server says in place of Fastify's own errors. */
const codesOfFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

function apiErrorFrom(error: FastifyError | Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  // A client that hung up in the middle of a body; its error must not be taken for one of the storage.
  if (error === request.raw.errored) return new ApiError('bad_request');
  const storage = storageErrorOf(error);
  if (storage === 'busy') return new ApiError('busy', { retryAfter: 1 });
  if (storage === 'unavailable') return new ApiError('storage_unavailable', { retryAfter: 30 });
  const { code, statusCode = 500 } = error as FastifyError;
  const known = codesOfFastify[code];
  if (known) return new ApiError(known);
  return new ApiError(statusCode >= 400 && statusCode < 500 ? 'bad_request' : 'internal');
}

const pauseMs = 60_000;
/** By server and subject, of which there must be few. */
const writtenAt = new WeakMap<object, Map<string, number>>();

/** Calls `write` unless it was called for this subject within a minute: what may happen a thousand times in a second has one line in the log. */
function throttled({ server }: FastifyRequest, subject: string, write: () => void) {
  const times = writtenAt.get(server.server) ?? new Map<string, number>();
  writtenAt.set(server.server, times);
  if (performance.now() - (times.get(subject) ?? Number.NEGATIVE_INFINITY) < pauseMs) return;
  times.set(subject, performance.now());
  write();
}

/** Logs what was the shop's fault, and when a limit was reached: what a crowd may cause, once a minute. */
function report(apiError: ApiError, error: Error, request: FastifyRequest) {
  const { code, statusCode } = apiError;
  const { limit } = apiError.details;
  if (limit) throttled(request, limit, () => request.log.warn({ req: request }, `The limit ${limit} was reached.`));
  if (statusCode < 500) return;
  const write = () => request.log.error({ req: request, err: error }, code);
  if (code === 'busy') throttled(request, code, write);
  else write();
}

/** Fastify's error handler: every error, ours or the framework's, becomes the one error body. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const apiError = apiErrorFrom(error, request);
  report(apiError, error, request);
  reply.code(apiError.statusCode).headers(headers).header('x-request-id', request.id);
  // Fastify would close the connection, and a client that is still sending would not read the response; Node discards the rest instead.
  if (apiError.code === 'body_too_large') reply.removeHeader('connection');
  const { retryAfter } = apiError.details;
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (apiError.statusCode === 401) reply.header('www-authenticate', 'Bearer');
  return reply.send(JSON.stringify(apiError.body));
}

export function sendError(response: ServerResponse, code: ErrorCode, more: Record<string, string> = {}) {
  const error = new ApiError(code);
  const body = JSON.stringify(error.body);
  response.writeHead(error.statusCode, { ...headers, 'content-length': Buffer.byteLength(body), ...more }).end(body);
}

/** And in place of Node's. */
const codesOfNode: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  CONNECT: 'method_not_allowed',
};

/** The bytes of an error response for what never became a request (broken HTTP, too slow, too long); `code` is that of Node's error. */
export function rawErrorResponse(code: string | undefined) {
  const error = new ApiError(codesOfNode[code ?? ''] ?? 'bad_request');
  const body = JSON.stringify(error.body);
  return [
    `HTTP/1.1 ${error.statusCode} Refused`,
    // `Date` and `Allow` are required (RFC 9110 §6.6.1 and §15.5.6); no method is allowed, so none is named.
    `Date: ${new Date().toUTCString()}`,
    ...(error.code === 'method_not_allowed' ? ['Allow:'] : []),
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
