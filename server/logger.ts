/** The shop's log: JSON lines on standard output (`docs/operations.md`). */
import pino from 'pino';
import { standardOutput } from './standard-output.ts';

declare module 'fastify' {
  interface FastifyInstance {
    logger: Logger;
  }
}

/** What the server needs of a log. Not Fastify's own, which makes a logger for every request (8 µs, `bench/README.md`). */
export interface Logger {
  level: string;
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** A log that nobody reads, for tests. */
export const silentLogger: Logger = { level: 'silent', info: () => {}, error: () => {} };

/** What a line may hold: where and what went wrong; no query, header, body or value from a row (fault B42). */
const serializers = {
  req: (request: { method: string; url: string }) => ({ method: request.method, path: request.url.split('?')[0] }),
  err: (error: Error & { code?: string }) => ({
    type: error.name,
    code: error.code,
    message: error.message,
    stack: error.stack ?? '',
  }),
};

/** Fields that are removed in any case, although no line contains them today. */
const redact = {
  paths: ['token', 'password', 'authorization', 'phoneNumber', 'fullStreet'].flatMap((name) => [
    name,
    `*.${name}`,
    `*.*.${name}`,
  ]),
  censor: '…',
};

/** The log at this level and above; it never waits for who reads it (`standard-output.ts`). */
export const openLogger = (level: string): Logger => pino({ level, serializers, redact }, standardOutput);
