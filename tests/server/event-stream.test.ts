import { once } from 'node:events';
import { Writable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EventStream, eventText } from '../../server/http/event-stream.ts';

/** A client of this response that reads only on request. */
function slowClient(stream: EventStream) {
  let read = '';
  let goOn: (() => void) | undefined;
  const response = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      goOn = () => {
        read += chunk;
        done();
      };
    },
  });
  const rests = vi.fn();
  stream.on('rest', rests);
  stream.pipe(response);
  return {
    response,
    rests,
    text: () => read,
    /** Reads all that there is. */
    async read() {
      do {
        const next = goOn;
        goOn = undefined;
        next?.();
        await new Promise((later) => setImmediate(later));
      } while (goOn);
    },
  };
}

const turn = () => new Promise((later) => setImmediate(later));

test('an event is one line of data for any text of the database', () => {
  expect(eventText('order', '{\n"a":\r\n1}')).toBe('event: order\ndata: { "a":  1}\n\n');
});

test('B60: a client that does not read holds its first event and little more, then its stream is ended', async () => {
  const stream = new EventStream('x'.repeat(1_000_000));
  const client = slowClient(stream);
  await turn();

  stream.send('y'.repeat(60_000));
  const isOpen = !stream.destroyed;
  stream.beat();
  stream.send('z'.repeat(10_000));

  expect([isOpen, stream.destroyed]).toEqual([true, true]);
  expect(client.rests).not.toHaveBeenCalled();
});

test('B60: a client that reads slowly gets everything, in order', async () => {
  const stream = new EventStream('first ');
  const client = slowClient(stream);
  await turn();

  stream.send('second ');
  stream.send('third ');
  stream.beat();
  await client.read();
  const restedBy = client.rests.mock.calls.length;
  stream.send('fourth ');
  stream.send('fifth');
  await client.read();
  stream.beat();
  await client.read();

  expect(client.text()).toBe('first second third fourth fifth:\n\n');
  expect([restedBy, client.rests.mock.calls.length]).toEqual([1, 1]);
});

test('a stream that is finished sends its last event, and nothing after it', async () => {
  const stream = new EventStream('first ');
  const client = slowClient(stream);
  const finished = once(client.response, 'finish');

  stream.send('second ');
  stream.finish('last');
  stream.send('late');
  stream.finish('late');
  await client.read();

  await finished;
  expect(client.text()).toBe('first second last');
});

test('B60: a stream that is finished does not wait for a client that does not read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stream = new EventStream('first ');
  slowClient(stream);
  await turn();

  stream.finish();
  vi.advanceTimersByTime(1_999);
  const isWaiting = !stream.destroyed;
  vi.advanceTimersByTime(1);

  expect([isWaiting, stream.destroyed]).toEqual([true, true]);
});
