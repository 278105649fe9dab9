/**
 * Whether the shop can be reached, judged by what came of real requests (faults F11, F13, F14). `navigator.onLine`
 * knows only whether there is a network at all, and not even that for sure.
 */
import ky, {
  type AfterResponseHook,
  type BeforeErrorHook,
  type BeforeRequestHook,
  isHTTPError,
  type KyRequest,
  type Options,
} from 'ky';
import { PortalAnswered } from './failures.ts';
import { platform } from './platform.ts';

/**
 * On every response that the worker takes from its caches: when it came from the shop, in ms since 1970 by the device's
 * clock.
 */
export const cachedSince = 'kedai-kept-since';

/** What came of a request, or has come of it so far. */
export type RequestOutcome =
  /** The shop answered, whatever it said. */
  | 'answered'
  /** It answered, after the customer had begun to wonder. */
  | 'late'
  /** A request has taken that long already. */
  | 'pending'
  /** No answer, or not in time. */
  | 'unanswered'
  /** Another server answered: a network that wants a login first. */
  | 'portal'
  /** A cache answered, which says nothing about the shop. */
  | 'cached';

const listeners = new Set<(outcome: RequestOutcome) => void>();

/** Calls `listener` with what came of each request; returns how to stop. */
export function onRequestOutcome(listener: (outcome: RequestOutcome) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let isUnanswered = false;

/** Whether the last request that reached for the shop itself got no answer from it. */
export const wasUnanswered = () => isUnanswered;

function report(outcome: RequestOutcome) {
  if (outcome !== 'pending' && outcome !== 'cached') isUnanswered = outcome === 'unanswered' || outcome === 'portal';
  for (const listener of listeners) listener(outcome);
}

/** A request the customer is waiting for ends within ten seconds (fault F13), in ms. */
export const longestWait = 10_000;

/** How long a customer waits before it is a slow connection, in ms. */
const patience = 3_000;

/** Whether a call may be unknown to the host, so that its silence is not reported (decision A2). */
interface Context {
  optional?: boolean;
}

/** Requests on their way. */
const underWay = new WeakMap<KyRequest, { timer: ReturnType<typeof setTimeout>; isLate: boolean }>();

const begin: BeforeRequestHook = ({ request, options }) => {
  const timer = setTimeout(() => {
    underWay.set(request, { timer, isLate: true });
    if (!(options.context as Context).optional) report('pending');
  }, patience);
  underWay.set(request, { timer, isLate: false });
};

/** Ends the wait for a request; returns whether it took long. */
function end(request: KyRequest): boolean {
  const { timer, isLate = false } = underWay.get(request) ?? {};
  clearTimeout(timer);
  underWay.delete(request);
  return isLate;
}

const judge: AfterResponseHook = async ({ request, response }) => {
  // With its whole body, so that one that stalls counts as no answer (fault F13).
  const body = await response.arrayBuffer();
  // A plain host may send its JSON as HTML, so the content is looked at, too.
  if (response.ok && isHtml(response) && page.test(new TextDecoder().decode(body))) {
    throw new PortalAnswered('A page of the network was sent in place of the response');
  }
  const isLate = end(request);
  if (response.headers.has(cachedSince)) report('cached');
  else if (response.status === 511) report('portal');
  // A gateway that cannot reach the shop says nothing about it.
  else if (response.status < 500) report(isLate ? 'late' : 'answered');
};

const judgeFailure: BeforeErrorHook = ({ request, options, error }) => {
  end(request);
  if (error instanceof PortalAnswered) report('portal');
  else if (!isHTTPError(error) && !(options.context as Context).optional) report('unanswered');
  return error;
};

const isHtml = ({ headers }: Response) => /\bhtml\b/.test(headers.get('content-type') ?? '');

const page = /^\s*<(!doctype|html|head|body|script|meta)\b/i;

/**
 * ky's options for every request to the shop: reports what came of it, gives up after `longestWait` with the whole
 * response, and retries nothing by itself (decision O2). With `context: { optional: true }` silence is not reported.
 */
export const reaching = {
  retry: 0,
  timeout: false,
  totalTimeout: longestWait,
  fetch: (input, init) => platform.fetch(new Request(input, init)),
  hooks: { beforeRequest: [begin], afterResponse: [judge], beforeError: [judgeFailure] },
} satisfies Options;

/** Reaches for an address past the browser's memory; resolves with the response, whatever its status. */
export const reachUncached = (address: string): Promise<Response> =>
  ky(address, { ...reaching, cache: 'no-cache', throwHttpErrors: false });
