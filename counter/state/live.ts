/**
 * Keeps the board from the server's stream (decision W4): connects again after every break, and says whether the shop is heard. An old board
 * is never shown as a new one (decision W5).
 */
import { atom, type Store } from 'jotai';
import * as v from 'valibot';
import { Board, CounterOrder } from '#core/counter';
import { heartbeatMs, readEventStream, type StreamEvent, silenceMs } from '#core/event-stream';
import { openStream, refusalOf, retryAfterOf, statusOf } from './api.ts';
import { dayOf, withBoard, withOrder } from './board.ts';
import { boardAtom, noteHeard, setBoard } from './known-board.ts';
import { sendChanges } from './send-changes.ts';
import { endSession } from './session.ts';

/**
 * `connecting`: not connected since the page was opened. `live`: the board is what the shop says. `disconnected`: the connection is broken.
 * `incompatible`: the shop sends what this version does not understand.
 */
export const connectionAtom = atom<'connecting' | 'live' | 'disconnected' | 'incompatible'>('connecting');

/** The longest pause between two attempts, in ms, and how long an attempt may take until the first byte. */
const longestPause = 10_000;
const openingTime = 15_000;

/** A message that does not fit its schema. */
class SchemaMismatch extends Error {
  override name = 'SchemaMismatch';
}

/** Follows the stream until the returned function is called, or the shop ends the session. */
export function followBoard(store: Store, token: string): () => void {
  let stopped = false;
  let failures = 0;
  /** When a byte arrived last, or an attempt began. */
  let waitingSince = 0;
  /** Ends the current attempt. */
  let abort = () => {};
  /** Ends the current pause. */
  let wake: (() => void) | undefined;

  async function attempt() {
    const connection = new AbortController();
    abort = () => connection.abort();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const expectByteWithin = (ms: number) => {
      waitingSince = Date.now();
      clearTimeout(silence);
      silence = setTimeout(abort, ms);
    };
    expectByteWithin(openingTime);
    try {
      const { body } = await openStream(token, connection.signal);
      if (!body) throw new SchemaMismatch('The stream has no body');
      await readEventStream(body.pipeThrough(new TextDecoderStream()), {
        onByte: () => {
          if (stopped) return;
          expectByteWithin(silenceMs);
          if (store.get(connectionAtom) === 'live') noteHeard(store);
        },
        onEvent: (event) => {
          if (!stopped) receive(event);
        },
      });
    } finally {
      clearTimeout(silence);
      // A stream that was given up must not stay open beside the next one.
      abort();
    }
  }

  function receive({ name, data }: StreamEvent) {
    const board = store.get(boardAtom);
    switch (name) {
      case 'board':
        setBoard(store, withBoard(board, parsed(Board, data), Date.now()));
        failures = 0;
        store.set(connectionAtom, 'live');
        noteHeard(store);
        void sendChanges(store);
        return;
      case 'order':
        if (board) setBoard(store, withOrder(board, parsed(CounterOrder, data), Date.now()));
        return;
      case 'ended':
        stop();
        void endSession(store);
    }
  }

  async function loop() {
    while (!stopped) {
      let pause = 0;
      let state: 'disconnected' | 'incompatible' = 'disconnected';
      try {
        await attempt();
      } catch (failure) {
        if (stopped) return;
        // Only the shop's own word counts, not that of a proxy.
        if ([401, 403, 404].includes(statusOf(failure) ?? 0) && refusalOf(failure)) {
          stop();
          return void endSession(store);
        }
        if (failure instanceof SchemaMismatch) {
          console.error(failure.message);
          state = 'incompatible';
        }
        pause = retryAfterOf(failure);
      }
      if (stopped) return;
      store.set(connectionAtom, state);
      await sleep(Math.max(pause, (0.5 + Math.random() / 2) * Math.min(longestPause, 1_000 * 2 ** failures++)));
    }
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        wake = undefined;
        clearTimeout(timer);
        resolve();
      };
    });

  /** Tries at once; a connection that has been silent for longer than it should, as after the tablet slept, is given up. */
  const reconnect = () => {
    failures = 0;
    if (wake) wake();
    else if (Date.now() - waitingSince > heartbeatMs * 1.5) abort();
  };
  const onVisible = () => document.visibilityState === 'visible' && reconnect();
  // The browser may not break the connection by itself.
  const onOffline = () => abort();
  // On the next day the shop has another board.
  const onTick = () => {
    const board = store.get(boardAtom);
    if (store.get(connectionAtom) !== 'live' || !board) return;
    if (dayOf(board.sentAt) !== dayOf(Date.now() + board.aheadBy)) abort();
  };
  const listeners = [
    [window, 'online', reconnect],
    [window, 'pageshow', reconnect],
    [window, 'offline', onOffline],
    [document, 'visibilitychange', onVisible],
  ] as const;
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
  const ticking = setInterval(onTick, 30_000);

  function stop() {
    stopped = true;
    for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
    clearInterval(ticking);
    abort();
    wake?.();
  }

  store.set(connectionAtom, 'connecting');
  void loop();
  return stop;
}

/** The data of an event. Throws `SchemaMismatch`. */
function parsed<const Schema extends v.GenericSchema>(schema: Schema, data: string): v.InferOutput<Schema> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), data);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new SchemaMismatch(`The stream does not fit at ${v.getDotPath(issue) ?? 'its beginning'}: ${issue.message}`);
}
