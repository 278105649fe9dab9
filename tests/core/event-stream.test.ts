import { expect, test } from 'vitest';
import { readEventStream, type StreamEvent } from '#core/event-stream';

function streamOf(...chunks: string[]) {
  const stream = new ReadableStream<BufferSource>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return stream.pipeThrough(new TextDecoderStream());
}

test('events are read across chunks, with their names and ids', async () => {
  const events: StreamEvent[] = [];

  await readEventStream(streamOf('event: board\nid: 7\nda', 'ta: {"a":1}\n', '\n: a comment\n\ndata: x\n\n'), {
    onEvent: (event) => events.push(event),
  });

  expect(events).toEqual([
    { name: 'board', id: '7', data: '{"a":1}' },
    { name: 'message', id: undefined, data: 'x' },
  ]);
});

test('a comment is no event, but shows that the line works', async () => {
  let events = 0;
  let chunks = 0;

  await readEventStream(streamOf(': still here\n\n'), { onEvent: () => events++, onByte: () => chunks++ });

  expect(events).toBe(0);
  expect(chunks).toBe(1);
});

test('an event that is cut off is not delivered', async () => {
  const events: StreamEvent[] = [];

  await readEventStream(streamOf('data: whole\n\ndata: cut'), { onEvent: (event) => events.push(event) });

  expect(events.map(({ data }) => data)).toEqual(['whole']);
});

test('a line that breaks is reported', async () => {
  const broken = new ReadableStream<string>({ start: (controller) => controller.error(new Error('broken')) });

  await expect(readEventStream(broken, { onEvent: () => {} })).rejects.toThrow('broken');
});
