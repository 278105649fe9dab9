/** The shop's log: Fastify's own, which is pino's, as JSON lines on standard output (`docs/operations.md`). */
import { constants, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { FastifyBaseLogger } from 'fastify';
import pino, { type DestinationStream } from 'pino';

/** What is buffered for a slow reader, in bytes. */
const maxBuffered = 1_000_000;

/**
 * Opens standard output. A line is written before the call that logs it returns, so it outlives the process. What cannot be written at once
 * (the reader has stalled, the disk is full) is tried again every second; beyond 1 MB lines are dropped. The shop waits for no reader (fault F10).
 */
export const openStandardOutput = () =>
  pino
    .destination({
      dest: descriptorWithoutWaiting(),
      sync: true,
      retryEAGAIN: () => false,
      maxLength: maxBuffered,
      // Without them nothing is written any more once so much is buffered.
      minLength: 1,
      periodicFlush: 1_000,
    })
    // There is nowhere to report it.
    .on('error', () => {});

/** The descriptor of standard output, on which no write waits. */
function descriptorWithoutWaiting() {
  // That of a pipe or a socket does not wait any more as soon as Node has opened its own stream on it.
  const { fd } = process.stdout;
  if (!isatty(fd)) return fd;
  try {
    // A stalled terminal, after Ctrl+S for one, takes nothing until it goes on.
    return openSync('/dev/stdout', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return fd;
  }
}

/** What a line may hold: where and what went wrong; no query, header, body, client's address or value from a row (fault B42). */
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
const secrets = ['authorization', 'cookie', 'set-cookie', 'token', 'password', 'query', 'phoneNumber', 'fullStreet'];

/** Leaves the secrets out of a line that is written. pino's own `redact` would cost every request 10 µs, also without a line. */
const withoutSecrets = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !secrets.includes(name))
      .map(([name, value]) => [
        name,
        Object.getPrototypeOf(value ?? 0) === Object.prototype ? withoutSecrets(value) : value,
      ]),
  );

export const openLogger = (level: string, output: DestinationStream): FastifyBaseLogger =>
  pino({ level, serializers, formatters: { log: withoutSecrets } }, output);
