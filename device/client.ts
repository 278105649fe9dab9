import ky, { type KyInstance, type Options } from 'ky';
import { platform } from './platform.ts';

/** In ms; the customer may be waiting for the answer (fault F13). */
export const longestWait = 10_000;

/** A request ends also if its body stalls, and is never retried automatically (decision O4). */
export const calling = {
  retry: 0,
  timeout: false,
  totalTimeout: longestWait,
  fetch: (input, init) => platform.fetch(new Request(input, init)),
} satisfies Options;

export const clientFor = (host: string): KyInstance => ky.create({ ...calling, prefix: host });

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
