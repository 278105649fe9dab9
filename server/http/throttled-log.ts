/** What may happen a thousand times in a second has one line in the log a minute. */

declare module 'fastify' {
  interface FastifyInstance {
    throttledLog: ThrottledLog;
  }
}

const pauseMs = 60_000;

/** Calls `write` unless it was called for this subject within a minute; there must be few subjects. */
type ThrottledLog = (subject: string, write: () => void) => void;

export function throttledLog(now: () => number = () => performance.now()): ThrottledLog {
  const writtenAt = new Map<string, number>();
  return (subject, write) => {
    if (now() - (writtenAt.get(subject) ?? Number.NEGATIVE_INFINITY) < pauseMs) return;
    writtenAt.set(subject, now());
    write();
  };
}
