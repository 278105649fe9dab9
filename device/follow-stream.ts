/** Any event means 'look again' (decision W4). Apart from `api.ts`, so that the end of a stream is no lost connection. */
import ky from 'ky';
import { heartbeatMs, silenceMs } from '#core/event-stream';
import { pauseAfter } from './backoff.ts';
import { bearer, calling } from './client.ts';
import { isFromKedai, NotTheShop, retryAfterOf, statusOf } from './failures.ts';
import { channelNamed, platform } from './platform.ts';

const mergeMs = 300;
/** A signal is answered within so many ms, or the shop is not heard. */
const answerMs = 10_000;
const lookEveryMs = 60_000;
/** A stream is trusted after so many ms: a proxy may let only the beginning pass. */
const provenMs = 10_000;
/** After so long a life, in ms, the end of a stream is no failure of the line. */
const longLifeMs = 60_000;
const askForStreamAfterMs = 10 * 60_000;
const longestPauseMs = 60_000;
/** The clock and the time passed since the last look may differ by so many ms. */
const clockSlackMs = 2_000;

interface Following {
  /** Of the lock and the channel that the tabs of this program share: one of them has the stream. */
  name: string;
  url: string | undefined | Promise<string | undefined>;
  token: string;
  /** Never called while it is under way. */
  look: () => Promise<unknown>;
  /** While no stream comes through, in ms. */
  askEvery: number;
  /**
   * `true` at each word of the shop after which nothing is known to be missed; `false` when nothing was heard for 45 s, a signal was not answered for
   * 10 s, or a look fails while there is no stream.
   */
  onHeard?: (isHeard: boolean) => void;
}

export function followStream({ name, url, token, look, askEvery, onHeard = () => {} }: Following): () => void {
  const stopping = new AbortController();
  /** Undefined until the shop has answered, or should have. */
  let isHeard: boolean | undefined;
  let heardAt = Number.NEGATIVE_INFINITY;
  let unansweredSince: number | undefined;
  /** The first signal during the look that is under way. */
  let askedAgainAt: number | undefined;
  let isLooking = false;
  let lookedAt = performance.now();
  let notBefore = 0;
  let merging: ReturnType<typeof setTimeout> | undefined;
  /** In any tab; the stream is trusted from `provenAt` on. */
  let streamedAt = Number.NEGATIVE_INFINITY;
  let provenAt = 0;
  let line: AbortController | undefined;
  let lineAt = 0;
  let resume: (() => void) | undefined;

  const signal = () => {
    const now = performance.now();
    unansweredSince ??= now;
    if (isLooking) askedAgainAt ??= now;
    else merging ??= setTimeout(() => void lookNow(), Math.max(mergeMs, notBefore - now));
  };
  const lookNow = async () => {
    isLooking = true;
    askedAgainAt = undefined;
    merging = undefined;
    try {
      await look();
      unansweredSince = askedAgainAt;
      isHeard = true;
      hear();
    } catch (failure) {
      notBefore = performance.now() + Math.min(retryAfterOf(failure) ?? 0, longestPauseMs);
      // No stream, no answer: nothing is left to wait for.
      if (streamedAt === Number.NEGATIVE_INFINITY) lose();
    }
    isLooking = false;
    lookedAt = performance.now();
    if (askedAgainAt !== undefined && !stopping.signal.aborted) signal();
  };
  const hear = () => {
    heardAt = performance.now();
    if (isHeard && !stopping.signal.aborted) onHeard(true);
  };

  const lose = () => {
    if (isHeard === false || stopping.signal.aborted) return;
    isHeard = false;
    onHeard(false);
  };

  /** An event, a comment (false), or its end (null). */
  const receive = (isEvent: boolean | null) => {
    const now = performance.now();
    if (isEvent === null) streamedAt = Number.NEGATIVE_INFINITY;
    else {
      if (now - streamedAt >= silenceMs) provenAt = now + provenMs;
      streamedAt = now;
      heardAt = now;
      if (unansweredSince === undefined) hear();
    }
    if (isEvent !== false) signal();
  };
  const comesThrough = (now: number) => now - streamedAt < silenceMs && streamedAt >= provenAt;

  const channel = channelNamed(name);
  channel?.addEventListener('message', ({ data }: MessageEvent<boolean | null>) => receive(data));

  const lead = async () => {
    const address = await url;
    if (address === undefined) return;
    for (let failures = 0; !stopping.signal.aborted; ) {
      const mine = new AbortController();
      const openedAt = performance.now();
      let isOpen = false;
      let failure: unknown;
      line = mine;
      lineAt = openedAt;
      try {
        await readStream(address, token, mine.signal, (isEvent) => {
          if (stopping.signal.aborted) return;
          isOpen = true;
          lineAt = performance.now();
          receive(isEvent);
          channel?.postMessage(isEvent);
        });
      } catch (reason) {
        failure = reason;
      }
      mine.abort();
      line = undefined;
      if (stopping.signal.aborted) return;
      console.warn('The stream has ended', failure);
      if (isOpen) {
        receive(null);
        channel?.postMessage(null);
      }
      failures = performance.now() - openedAt > longLifeMs ? 0 : failures + 1;
      await pauseBetween(failures, failure);
    }
  };
  const pauseBetween = (failures: number, failure: unknown) =>
    new Promise<void>((resolve) => {
      const hasNone = failure instanceof NotTheShop || [404, 405].includes(statusOf(failure) ?? 0);
      const asked = hasNone ? askForStreamAfterMs : retryAfterOf(failure);
      const timer = setTimeout(resolve, pauseAfter(failures, asked));
      stopping.signal.addEventListener('abort', () => resolve());
      resume = () => {
        if (asked !== undefined) return;
        clearTimeout(timer);
        resolve();
      };
    });

  /** To be called whenever the device may have slept, or have another network. */
  const wake = (isNewLine: boolean) => {
    resume?.();
    // The browser may not notice that a line is dead.
    if (isNewLine || performance.now() - lineAt > 1.5 * heartbeatMs) line?.abort();
    signal();
  };
  let clocksApart = Date.now() - performance.now();
  const tick = () => {
    const now = performance.now();
    if (Math.abs(Date.now() - now - clocksApart) > clockSlackMs) {
      clocksApart = Date.now() - now;
      wake(true);
    }
    if (line && now - lineAt >= silenceMs) line.abort();
    const isLate = unansweredSince !== undefined && now - unansweredSince >= answerMs;
    if (isLate || (isHeard && now - heardAt >= silenceMs)) lose();
    const pause = comesThrough(now) && unansweredSince === undefined ? lookEveryMs : askEvery;
    // An answer that takes longer than the pause is waited for, and begins the next one.
    if (!isLooking && now - lookedAt >= pause - mergeMs) signal();
  };
  const ticking = setInterval(tick, 1_000);
  for (const type of ['visibilitychange', 'focus', 'pageshow'])
    globalThis.addEventListener?.(type, () => wake(false), stopping);
  for (const type of ['online', 'offline']) globalThis.addEventListener?.(type, () => wake(true), stopping);

  signal();
  const locks = platform.locks();
  if (channel && locks) locks.request(name, { signal: stopping.signal }, lead).catch(lead);
  else void lead();

  return () => {
    stopping.abort();
    line?.abort();
    channel?.close();
    clearInterval(ticking);
    clearTimeout(merging);
  };
}

/** Rejects with `HTTPError` for a refusal, with `NotTheShop` for another response, and with another error when the line breaks. */
async function readStream(url: string, token: string, signal: AbortSignal, onBytes: (isEvent: boolean) => void) {
  const response = await ky(url, {
    ...calling,
    headers: { ...bearer(token), accept: 'text/event-stream' },
    cache: 'no-store',
    signal,
    totalTimeout: false,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || !response.body || !isFromKedai(response)) throw new NotTheShop('No stream');
  // A browser may end the request and leave the reading as it is.
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  aborted.catch(() => undefined);
  for (const reader = response.body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
    const { done, value } = await Promise.race([reader.read(), aborted]);
    if (done) return;
    // Any line that is no comment; one that was cut in two counts twice, which does no harm.
    onBytes(/^[^:\s]/m.test(value));
  }
}
