import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followStream } from '#device/follow-stream';
import { platform } from '#device/platform';

const url = 'http://kedai.example/api/orders/stream';
const comment = ':\n\n';
const changed = `event: changed\ndata: {}\n\n${comment}`;

const stops: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  vi.spyOn(platform, 'locks').mockReturnValue(undefined);
  vi.spyOn(platform, 'random').mockReturnValue(0);
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

const realTurn = globalThis.setImmediate;
/** Lets so many seconds pass, and everything that is ready happen. */
async function pass(seconds: number) {
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  for (let turns = 0; turns < 10; turns++) await new Promise((done) => realTurn(done));
}

/** A shop whose streams a test controls; `answer` takes the place of the next ones. */
function openShop() {
  const shop = {
    answer: undefined as (() => Response | Promise<Response>) | undefined,
    requests: [] as Request[],
    lines: [] as { send: (text: string) => void; breaks: () => void; isLeft: () => boolean }[],
    line: () => shop.lines.at(-1),
  };
  vi.spyOn(platform, 'fetch').mockImplementation(async (request) => {
    shop.requests.push(request);
    if (shop.answer) return shop.answer();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given;
      },
    });
    shop.lines.push({
      send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
      breaks: () => controller?.error(new TypeError('The line broke')),
      isLeft: () => request.signal.aborted,
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream', 'kedai-api': '1' } });
  });
  return shop;
}

const refusal =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ error: { code: 'busy', message: 'Busy.' } }, { status, headers });

function follow({ name = 'test', askEvery = 5_000 } = {}) {
  const look = vi.fn<() => Promise<unknown>>(async () => {});
  const heard: boolean[] = [];
  const stop = followStream({ name, url, token: 'secret', look, askEvery, onHeard: (isHeard) => heard.push(isHeard) });
  stops.push(stop);
  const isHeard = () => heard.at(-1);
  return { look, isHeard, stop, timesSince: () => look.mock.calls.length };
}

/** A page that has looked once, and whose stream is open. */
async function following() {
  const shop = openShop();
  const page = follow();
  await pass(1);
  page.look.mockClear();
  return { shop, ...page };
}

/** A page whose stream has sent a signal, so many seconds ago. */
async function streaming(seconds: number) {
  const shop = openShop();
  const page = follow();
  await pass(0);
  shop.line()?.send(changed);
  await passWithComments(shop, seconds);
  return { shop, ...page };
}

/** Lets minutes pass with the comments of a living stream. */
async function passWithComments(shop: ReturnType<typeof openShop>, seconds: number) {
  for (let left = seconds; left > 0; left -= 15) {
    if (left >= 15) shop.line()?.send(comment);
    await pass(Math.min(left, 15));
  }
}

test('the start and the first event of the stream are one look', async () => {
  const shop = openShop();
  const { look, isHeard } = follow();
  await pass(0);
  shop.line()?.send(changed);

  await pass(0.2);
  expect(look).not.toHaveBeenCalled();
  await pass(3);

  expect(look).toHaveBeenCalledTimes(1);
  expect(isHeard()).toBe(true);
  const [request] = shop.requests;
  expect(request?.headers.get('authorization')).toBe('Bearer secret');
  expect(request?.url).toBe(url);
});

test('any event is a look, whatever it is called; a comment is none', async () => {
  const { shop, look } = await following();

  shop.line()?.send(comment);
  await pass(1);
  expect(look).not.toHaveBeenCalled();
  shop.line()?.send('event: order\ndata: {"order_number":"KT-1"}\n\n');
  await pass(1);

  expect(look).toHaveBeenCalledTimes(1);
});

test('several signals within 0.3 s are one look, and one at a time is under way', async () => {
  const { shop, look } = await following();
  const answers: (() => void)[] = [];
  look.mockImplementation(() => new Promise<void>((answer) => answers.push(answer)));

  for (let signals = 0; signals < 5; signals++) {
    shop.line()?.send(changed);
    await pass(0.05);
  }
  await pass(0.3);
  expect(look).toHaveBeenCalledTimes(1);
  for (let signals = 0; signals < 3; signals++) {
    shop.line()?.send(changed);
    await pass(0.5);
  }
  expect(look).toHaveBeenCalledTimes(1);
  answers.shift()?.();
  await pass(1);
  answers.shift()?.();
  await pass(1);

  expect(look).toHaveBeenCalledTimes(2);
});

test('LB2: where no stream comes through the shop is asked, also when only its beginning passes', async () => {
  const shop = openShop();
  shop.answer = () => new Promise(() => {});
  const buffered = follow({ name: 'buffered' });
  await pass(60);
  expect(buffered.timesSince()).toBeGreaterThanOrEqual(11);
  expect(buffered.isHeard()).toBe(true);
  buffered.stop();

  shop.answer = undefined;
  const cutOff = follow({ name: 'cut off' });
  await pass(0);
  shop.line()?.send(changed);
  await pass(40);

  expect(cutOff.timesSince()).toBeGreaterThanOrEqual(7);
});

test('beside a stream that comes through the shop is asked once a minute', async () => {
  const { shop, look } = await streaming(15);
  await passWithComments(shop, 60);
  look.mockClear();

  await passWithComments(shop, 240);

  expect(look).toHaveBeenCalledTimes(4);
});

test('an answer that takes longer than the pause is not followed by the next question at once', async () => {
  const shop = openShop();
  shop.answer = refusal(404);
  const { look } = follow();
  look.mockImplementation(() => new Promise((answered) => setTimeout(answered, 6_000)));

  await pass(60);

  // One in 11 seconds instead of one in 6.
  expect(look.mock.calls.length).toBeLessThanOrEqual(6);
  expect(look.mock.calls.length).toBeGreaterThanOrEqual(5);
});

test('F51 F13 without a byte for 45 s the shop is not heard, and the stream is opened again; a comment is a byte', async () => {
  const { shop, look, isHeard } = await streaming(120);
  expect([isHeard(), shop.lines.length]).toEqual([true, 1]);
  look.mockImplementation(() => new Promise(() => {}));

  await pass(28);
  expect(shop.lines).toHaveLength(1);
  await pass(5);

  expect(isHeard()).toBe(false);
  expect(shop.lines[0]?.isLeft()).toBe(true);
  expect(shop.lines).toHaveLength(2);
});

test('a signal that is not answered for 10 s means that the shop is not heard, although its stream lives', async () => {
  const { shop, look, isHeard } = await following();
  await passWithComments(shop, 30);
  look.mockRejectedValue(new TypeError('fetch failed'));

  shop.line()?.send(changed);
  await pass(8);
  expect(isHeard()).toBe(true);
  await pass(4);
  shop.line()?.send(comment);
  await pass(1);
  expect(isHeard()).toBe(false);
  look.mockResolvedValue(undefined);
  await pass(6);

  expect(isHeard()).toBe(true);
});

test('when the stream has ended and the shop does not answer, it is not heard; its next answer is a word of it', async () => {
  const { shop, look, isHeard } = await streaming(30);
  expect(isHeard()).toBe(true);
  look.mockRejectedValue(new TypeError('fetch failed'));
  shop.answer = () => Promise.reject(new TypeError('fetch failed'));

  shop.line()?.breaks();
  await pass(0.5);
  expect(isHeard()).toBe(false);
  look.mockResolvedValue(undefined);
  await pass(6);

  expect(isHeard()).toBe(true);
});

test('a look that has begun before a signal does not answer it', async () => {
  const { shop, look, isHeard } = await following();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  look.mockImplementationOnce(() => answered);
  look.mockImplementation(() => new Promise(() => {}));
  shop.line()?.send(changed);
  await pass(1);
  shop.line()?.send(changed);
  await pass(1);

  answer();
  await pass(1);
  expect(isHeard()).toBe(true);
  await pass(10);

  expect(isHeard()).toBe(false);
});

test('when the stream breaks the shop is asked at once, and the stream is opened again after a pause', async () => {
  const { shop, look } = await streaming(30);
  look.mockClear();

  shop.line()?.breaks();
  await pass(0.9);
  expect(look).toHaveBeenCalledTimes(1);
  expect(shop.lines).toHaveLength(1);
  await pass(0.5);

  expect(shop.lines).toHaveLength(2);
});

test.for([
  ['a page in its place', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), 590],
  ['a stream of another server', () => new Response(': hi', { headers: { 'content-type': 'text/event-stream' } }), 590],
  ['a 404', refusal(404), 590],
  ['a 503 that asks to wait', refusal(503, { 'retry-after': '120' }), 110],
] as const)('%s is not asked for again soon, also after a wake-up', async ([, answer, seconds]) => {
  const shop = openShop();
  shop.answer = answer;
  follow();
  await pass(1);
  dispatchEvent(new Event('focus'));

  await pass(seconds);
  expect(shop.requests).toHaveLength(1);
  await pass(30);

  expect(shop.requests).toHaveLength(2);
});

test('a shop that asks for a pause is not asked meanwhile', async () => {
  openShop().answer = refusal(404);
  const { look } = follow();
  look.mockImplementationOnce(async () => {
    const { HTTPError } = await import('ky');
    throw new HTTPError(
      new Response('', { status: 503, headers: { 'retry-after': '30' } }),
      new Request(url),
      {} as never,
    );
  });
  await pass(29);
  expect(look).toHaveBeenCalledTimes(1);

  await pass(4);

  expect(look).toHaveBeenCalledTimes(2);
});

test.for(['visibilitychange', 'focus', 'pageshow', 'online'])('LB4: `%s` is a look each time', async (type) => {
  const { look } = await streaming(1);

  for (let times = 1; times <= 3; times++) {
    look.mockClear();
    dispatchEvent(new Event(type));
    await pass(0.5);
    expect(look).toHaveBeenCalledTimes(1);
    await pass(2);
  }
});

test('F56 after sleep and with another network the stream is opened again, and a pause ends; a living one stays', async () => {
  const { shop, look } = await streaming(1);
  dispatchEvent(new Event('focus'));
  await pass(1);
  expect(shop.lines[0]?.isLeft()).toBe(false);
  look.mockClear();

  // The clock went on while nothing else did.
  vi.setSystemTime(Date.now() + 60 * 60_000);
  await pass(1.5);
  expect(look).toHaveBeenCalledTimes(1);
  expect(shop.lines[0]?.isLeft()).toBe(true);
  dispatchEvent(new Event('focus'));
  await pass(0);
  expect(shop.lines).toHaveLength(2);

  dispatchEvent(new Event('online'));
  await pass(1);

  expect(shop.lines[1]?.isLeft()).toBe(true);
});

test('LB3: the tabs of a browser have one stream, all hear it, and another tab takes over', async () => {
  let held: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: object, work: () => Promise<void>) => {
    held = held.then(work);
    return held;
  };
  vi.mocked(platform.locks).mockReturnValue({ request } as unknown as LockManager);
  const shop = openShop();
  const [first, second] = [follow(), follow()];
  await pass(1);
  await expect.poll(() => shop.lines.length).toBe(1);
  shop.line()?.send(changed);
  await pass(15);
  await passWithComments(shop, 15);
  await expect.poll(() => [first.isHeard(), second.isHeard()]).toEqual([true, true]);
  for (const { look } of [first, second]) look.mockClear();

  shop.line()?.send(changed);
  const looks = async () => {
    await pass(1);
    return [first.timesSince(), second.timesSince()];
  };
  await expect.poll(looks).toEqual([1, 1]);
  first.stop();
  await pass(1);

  await expect.poll(() => shop.lines.length).toBe(2);
});

test('what is stopped asks nothing more', async () => {
  const shop = openShop();
  const { look, stop } = follow();
  await pass(1);
  shop.line()?.send(changed);
  await pass(0.1);
  look.mockClear();

  stop();
  dispatchEvent(new Event('online'));
  await pass(120);

  expect(look).not.toHaveBeenCalled();
  expect(shop.lines[0]?.isLeft()).toBe(true);
  expect(shop.requests).toHaveLength(1);
});
