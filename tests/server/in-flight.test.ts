import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { bytesOfRequest, bytesTakenBy, InFlight } from '../../server/http/in-flight.ts';

/** Requests in flight on a clock of their own; 100 bytes may be in flight. */
function flight() {
  let now = 0;
  let ended = 0;
  const inFlight = new InFlight({ maxBytes: 100, onEnd: () => ended++, now: () => now });
  return {
    inFlight,
    ended: () => ended,
    pass: (ms: number) => {
      now += ms;
    },
    /** A connection with so many requests of 10 bytes from this address; they have arrived completely unless told otherwise. */
    connection(requests: number, { address = '203.0.113.1', complete = true } = {}) {
      const connection = new PassThrough();
      const exchanges = Array.from({ length: requests }, () => {
        const exchange = Object.assign(new PassThrough(), { req: { complete } }) as unknown as ServerResponse;
        inFlight.add(connection, exchange, { bytes: 10, address });
        return exchange;
      });
      return { connection, exchanges, isOpen: () => !connection.destroyed };
    },
  };
}

test('B46: bytes count, not requests: a response that is too large for all ends its connection', () => {
  const { inFlight, connection } = flight();
  const [one, other] = [connection(1), connection(1)];

  for (const exchange of one.exchanges) inFlight.grow(exchange, 81);

  expect([one.isOpen(), other.isOpen()]).toEqual([false, true]);
});

test('B46: what was answered, or whose connection was closed, takes nothing any more', async () => {
  const { connection, ended } = flight();
  const [answered, closed] = [connection(5), connection(5)];
  for (const exchange of answered.exchanges) exchange.destroy();
  closed.connection.destroy();
  await new Promise((goOn) => setImmediate(goOn));

  connection(10);

  expect(ended()).toBe(0);
});

test('B60: a stream of events that rests is not slow, however long it stays, and goes on last', () => {
  let now = 0;
  const inFlight = new InFlight({ maxBytes: 4 * bytesOfRequest, onEnd: () => {}, now: () => now });
  const asked = (bytes: number) => {
    const connection = new PassThrough();
    const exchange = Object.assign(new PassThrough(), { req: { complete: true } }) as unknown as ServerResponse;
    inFlight.add(connection, exchange, { bytes, address: '203.0.113.1' });
    return { connection, exchange };
  };
  const streams = [asked(bytesOfRequest), asked(bytesOfRequest)];
  let turns = 0;
  for (const { exchange } of streams) {
    inFlight.whenAtRest(exchange, () => turns++);
    inFlight.grow(exchange, bytesOfRequest);
    inFlight.rest(exchange);
  }
  now += 3_600_000;

  const visitor = asked(bytesOfRequest);
  const flood = asked(2 * bytesOfRequest);

  expect(turns).toBe(2);
  expect(flood.connection.destroyed).toBe(true);
  expect([...streams, visitor].map(({ connection }) => connection.destroyed)).toEqual([false, false, false]);
});

test('B47: half requests are ended before a visitor of the same address who asks for more, the oldest first', () => {
  const { connection, pass, ended } = flight();
  const halves = Array.from({ length: 8 }, () => {
    pass(1);
    return connection(1, { complete: false });
  });

  const visitor = connection(6);

  expect(visitor.isOpen()).toBe(true);
  expect(halves.map((half) => half.isOpen())).toEqual([false, false, false, false, true, true, true, true]);
  expect(ended()).toBe(4);
});

test('B47: unread responses are ended before a visitor of the same address', () => {
  const { connection, pass } = flight();
  const unread = Array.from({ length: 8 }, () => connection(1));
  pass(1_500);

  const visitor = connection(6);

  expect(visitor.isOpen()).toBe(true);
  expect(unread.filter((one) => one.isOpen())).toHaveLength(4);
});

test('B32: of requests that came just now the connection with most of them is ended', () => {
  const { connection, pass } = flight();
  const modest = connection(3);
  pass(500);

  const greedy = connection(8);

  expect([modest.isOpen(), greedy.isOpen()]).toEqual([true, false]);
});

test('B47: the address with most of the slow requests goes first', () => {
  const { connection, pass } = flight();
  const flood = Array.from({ length: 4 }, () => connection(1, { address: '203.0.113.1', complete: false }));
  pass(5_000);
  const tunnel = connection(1, { address: '198.51.100.1' });
  pass(3_000);

  const wifi = Array.from({ length: 6 }, () => connection(1, { address: '198.51.100.1' }));

  expect(flood.map((one) => one.isOpen())).toEqual([false, true, true, true]);
  expect([tunnel, ...wifi].every((one) => one.isOpen())).toBe(true);
});

test('B47: behind a proxy the client counts, not the proxy', () => {
  const { inFlight, connection, pass } = flight();
  const behindProxy = (address: string) => {
    const one = connection(1, { address: '127.0.0.1' });
    for (const exchange of one.exchanges) inFlight.comesFrom(exchange, address);
    return one;
  };
  const slow = behindProxy('198.51.100.1');
  pass(2_000);
  const flood = Array.from({ length: 10 }, () => behindProxy('203.0.113.1'));

  expect(slow.isOpen()).toBe(true);
  expect(flood.filter((one) => !one.isOpen())).toHaveLength(1);
});

test('a request is counted with the body that it announces, and one of unknown length with the longest', () => {
  const taken = (headers: Record<string, string>, hasBody = true) =>
    bytesTakenBy(headers, hasBody, 1_000) - bytesOfRequest;

  expect(taken({ 'content-length': '60' })).toBe(60);
  expect(taken({ 'content-length': '5000000' })).toBe(1_000);
  expect(taken({ 'transfer-encoding': 'chunked' })).toBe(1_000);
  expect(taken({}, false)).toBe(0);
});
