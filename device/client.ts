import ky, { type KyInstance, type Options } from 'ky';
import { platform } from './platform.ts';

/** A request ends within ten seconds, because somebody may be waiting for it (fault F13), in ms. */
export const longestWait = 10_000;

/** ky's options for every request: it ends after `longestWait` if the body is not complete, and is never retried automatically (decision O2). */
export const calling = {
  retry: 0,
  timeout: false,
  totalTimeout: longestWait,
  fetch: (input, init) => platform.fetch(new Request(input, init)),
} satisfies Options;

/** The calls of the API at `host`. */
export const clientFor = (host: string): KyInstance => ky.create({ ...calling, prefix: host });

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
