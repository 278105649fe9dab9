/**
 * Whether the shop can be reached, judged by what came of real requests (faults F11, F13, F14). `navigator.onLine`
 * knows only whether there is a network at all, and not even that for sure.
 */
import { platform } from './platform.ts';

/**
 * On every answer that the worker gives from the device: when it came from the shop, in ms since 1970 by the device's
 * clock.
 */
export const keptSince = 'kedai-kept-since';

/** What came of a request, or has come of it so far. */
export type RequestOutcome =
  /** The shop answered, whatever it said. */
  | 'answered'
  /** It answered, after a customer had begun to wonder. */
  | 'late'
  /** A request is on its way for that long and nobody has answered yet. */
  | 'waiting'
  /** Nobody answered, or not in time. */
  | 'silent'
  /** Somebody else answered: a network that wants a login first. */
  | 'portal'
  /** The device answered; that says nothing about the shop. */
  | 'kept';

const listeners = new Set<(outcome: RequestOutcome) => void>();

/** Calls `listener` with what came of each request; returns how to stop. */
export function onRequestOutcome(listener: (outcome: RequestOutcome) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let silent = false;

/** Whether the last request that reached for the shop itself got no answer from it. */
export const wasSilent = () => silent;

function report(outcome: RequestOutcome) {
  if (outcome !== 'waiting' && outcome !== 'kept') silent = outcome === 'silent' || outcome === 'portal';
  for (const listener of listeners) listener(outcome);
}

/** An HTML page came where the shop's JSON was due: nothing that was asked has happened (fault F11). */
class PortalAnswered extends Error {
  override name = 'PortalAnswered';
  constructor() {
    super('A page of the network answered in place of the shop');
  }
}

/** A request the customer is waiting for ends within ten seconds (fault F13), in ms. */
export const longestWait = 10_000;

/** How long a customer waits before it is a slow connection, in ms. */
const patience = 3_000;

/**
 * `fetch` that says what came of it. With `optional`, silence is not reported: a host need not know the call
 * (decision A2). Rejects as `fetch` does, and with `PortalAnswered`.
 */
export async function reach(request: Request, { optional = false } = {}): Promise<Response> {
  let late = false;
  const waiting = setTimeout(() => {
    late = true;
    if (!optional) report('waiting');
  }, patience);
  let answer: Response;
  try {
    // With its whole body, so that one that stalls counts as no answer; the call's own timeout ends it (fault F13).
    answer = await whole(await platform.fetch(request));
    // A plain host may send its JSON as HTML, so the content is looked at, too.
    if (await isPortal(answer)) throw new PortalAnswered();
  } catch (failure) {
    if (failure instanceof PortalAnswered) report('portal');
    else if (!optional) report('silent');
    throw failure;
  } finally {
    clearTimeout(waiting);
  }
  if (answer.headers.has(keptSince)) report('kept');
  else if (answer.status === 511) report('portal');
  // A gateway that cannot reach the shop answers for nobody.
  else if (answer.status < 500) report(late ? 'late' : 'answered');
  return answer;
}

/** Reaches for an address past the browser's memory, and no longer than a customer waits. */
export const reachUncached = (address: string) =>
  reach(new Request(address, { cache: 'no-cache', signal: AbortSignal.timeout(longestWait) }));

async function whole(answer: Response): Promise<Response> {
  const { status, statusText, headers } = answer;
  const bodiless = status === 204 || status === 205 || status === 304;
  return new Response(bodiless ? null : await answer.arrayBuffer(), { status, statusText, headers });
}

const page = /^\s*<(!doctype|html|head|body|script|meta)\b/i;

async function isPortal(answer: Response): Promise<boolean> {
  if (!answer.ok || !/\bhtml\b/.test(answer.headers.get('content-type') ?? '')) return false;
  return page.test(await answer.clone().text());
}
