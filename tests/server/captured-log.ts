/** A log in memory, for tests that read it. */
import { openLogger } from '../../server/logger.ts';

interface LogLine {
  level: number;
  msg: string;
  reqId?: string;
  req?: { method: string; path: string };
  res?: { statusCode: number };
}

/** A logger of this level, and what it has written so far. */
export function captureLog(level: string) {
  const lines: LogLine[] = [];
  const logger = openLogger(level, { write: (line) => void lines.push(JSON.parse(line)) });
  return { logger, lines };
}
