/** What is reported of each request, and how it fails. */
import { isTimeoutError, NetworkError } from 'ky';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getFilteredProducts, getTags } from '#device/api';
import { getCart } from '#device/customer-calls';
import { PortalAnswered, statusOf } from '#device/failures';
import { platform } from '#device/platform';
import { cachedSince, onRequestOutcome, type RequestOutcome, reachUncached } from '#device/reachability';
import { connectionLost, interceptRequests, requestsSent } from '../support/page/checkout.ts';

let outcomes: RequestOutcome[] = [];

beforeEach(() => {
  outcomes = [];
  // Not with all of its body, as other tests await it.
  platform.fetch = (request) => fetch(request);
  return onRequestOutcome((outcome) => void outcomes.push(outcome));
});

afterEach(() => void vi.useRealTimers());

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (failure: unknown) => failure,
  );

const tags = '[{"name":"Manis"}]';

/** A response with the first half of the tags, and the second half after so many ms. */
const responseInTwoHalves = (ms: number) =>
  new Response(
    new ReadableStream({
      start(controller) {
        const [one, other] = [tags.slice(0, 9), tags.slice(9)].map((half) => new TextEncoder().encode(half));
        controller.enqueue(one);
        if (ms === Number.POSITIVE_INFINITY) return;
        setTimeout(() => {
          controller.enqueue(other);
          controller.close();
        }, ms);
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  );

test('F13 a response that stalls half way is given up after ten seconds, as no answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  interceptRequests(async () => responseInTwoHalves(Number.POSITIVE_INFINITY));

  const failing = failureOf(getTags());
  await vi.advanceTimersByTimeAsync(10_000);

  expect(isTimeoutError(await failing)).toBe(true);
  expect(outcomes).toEqual(['pending', 'unanswered']);
});

test('a response that takes more than three seconds to arrive whole is late, and read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  interceptRequests(async () => responseInTwoHalves(4_000));

  const loading = getTags();
  await vi.advanceTimersByTimeAsync(4_000);

  expect((await loading).items).toEqual([{ name: 'Manis' }]);
  expect(outcomes).toEqual(['pending', 'late']);
});

test('a lost connection is no answer, and a refusal is one', async () => {
  interceptRequests(connectionLost);
  expect(await failureOf(getTags())).toBeInstanceOf(NetworkError);
  interceptRequests(async () => Response.json({}, { status: 404 }));
  expect(statusOf(await failureOf(getTags()))).toBe(404);

  expect(outcomes).toEqual(['unanswered', 'answered']);
});

test('F11 a page of the network is reported once, and is no answer', async () => {
  const headers = { 'content-type': 'text/html' };
  interceptRequests(async () => new Response('<!doctype html><h1>Wifi gratis</h1>', { headers }));

  expect(await failureOf(getTags())).toBeInstanceOf(PortalAnswered);
  expect(outcomes).toEqual(['portal']);
});

test.for<[string, () => Response, RequestOutcome[]]>([
  ['JSON declared as text/html', () => new Response(tags, { headers: { 'content-type': 'text/html' } }), ['answered']],
  ['the status of a network that wants a login', () => new Response('', { status: 511 }), ['portal']],
  ['an error of a gateway', () => new Response('', { status: 502 }), []],
  ['a response from a cache', () => new Response(tags, { headers: { [cachedSince]: '1' } }), ['cached']],
])('%s is taken for what it is', async ([, answer, expected]) => {
  interceptRequests(async () => answer());

  await failureOf(getTags());

  expect(outcomes).toEqual(expected);
});

test('A2 a call that not every host knows is not reported when it gets no answer', async () => {
  interceptRequests(connectionLost);

  expect(await failureOf(getCart('token', 'client'))).toBeInstanceOf(NetworkError);
  expect(outcomes).toEqual([]);
});

test('a check of the connection resolves with a response of any status, and bypasses every cache', async () => {
  const caches: RequestCache[] = [];
  interceptRequests(async ({ cache }) => {
    caches.push(cache);
    return new Response(null, { status: 503 });
  });

  expect((await reachUncached('/api/categories')).status).toBe(503);
  expect(caches).toEqual(['no-cache']);
  expect(outcomes).toEqual([]);
});

test('a filtered call that names no category, tag or keyword is an error and does not leave', async () => {
  const sent = requestsSent();

  await expect(getFilteredProducts({ category: '', tags: [], keyword: ' ' })).rejects.toThrow('Invalid filter');
  expect(sent).toEqual([]);
});
