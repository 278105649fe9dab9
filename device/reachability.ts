/** Judged by real requests (faults F11, F13, F14): `navigator.onLine` only says whether there is a network, and not even that for sure. */
import ky, {
  type AfterResponseHook,
  type BeforeErrorHook,
  type BeforeRequestHook,
  isHTTPError,
  type KyRequest,
  type Options,
} from 'ky';
import { calling } from './client.ts';
import { isHtml, PortalAnswered } from './failures.ts';

/** On every response from the worker's caches: when the shop sent it, in ms since 1970. */
export const cachedSince = 'kedai-kept-since';

export type RequestOutcome =
  | 'answered'
  /** So late that it was reported as pending before. */
  | 'late'
  | 'pending'
  | 'unanswered'
  /** A network that requires a login first. */
  | 'portal'
  /** It says nothing about the shop. */
  | 'cached';

const listeners = new Set<(outcome: RequestOutcome) => void>();

export function onRequestOutcome(listener: (outcome: RequestOutcome) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `isKedai` is undefined while it is not known (`capabilities.ts`). */
export const learned: { isKedai: boolean | undefined; isUnanswered: boolean } = {
  isKedai: undefined,
  isUnanswered: false,
};

function report(outcome: RequestOutcome) {
  if (outcome !== 'pending' && outcome !== 'cached')
    learned.isUnanswered = outcome === 'unanswered' || outcome === 'portal';
  for (const listener of listeners) listener(outcome);
}

const slowAfterMs = 3_000;

/** The host may not know the call: a missing response is not reported (decision A2). */
interface Context {
  optional?: boolean;
}

/** Ends the wait for a request, and says whether it was late. */
const ends = new WeakMap<KyRequest, () => boolean>();

const begin: BeforeRequestHook = ({ request, options }) => {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (!(options.context as Context).optional) report('pending');
  }, slowAfterMs);
  ends.set(request, () => {
    clearTimeout(timer);
    return isLate;
  });
};

const judge: AfterResponseHook = async ({ request, response }) => {
  // Reads the whole body, so that a stalled one counts as no response (fault F13).
  const body = await response.arrayBuffer();
  // A plain host may label its JSON as HTML, so the content is checked, too.
  if (response.ok && isHtml(response) && page.test(new TextDecoder().decode(body))) {
    throw new PortalAnswered('A page of the network was sent in place of the response');
  }
  const isLate = ends.get(request)?.();
  if (response.headers.has(cachedSince)) report('cached');
  else if (response.status === 511) report('portal');
  // A gateway's error says nothing about the shop.
  else if (response.status < 500) report(isLate ? 'late' : 'answered');
};

const judgeFailure: BeforeErrorHook = ({ request, options, error }) => {
  ends.get(request)?.();
  if (error instanceof PortalAnswered) report('portal');
  else if (!isHTTPError(error) && !(options.context as Context).optional) report('unanswered');
  return error;
};

const page = /^\s*<(!doctype|html|head|body|script|meta)\b/i;

export const reaching = {
  ...calling,
  hooks: { beforeRequest: [begin], afterResponse: [judge], beforeError: [judgeFailure] },
} satisfies Options;

/** Skips the browser's HTTP cache, whatever the status. */
export const reachUncached = (address: string): Promise<Response> =>
  ky(address, { ...reaching, cache: 'no-cache', throwHttpErrors: false });
