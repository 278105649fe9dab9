/** A page that reads a stream of events over the network. */
import { expect, onTestFinished } from 'vitest';
import { readEventStream, type StreamEvent } from '#core/event-stream';

export type EventReader = Awaited<ReturnType<typeof readEvents>>;

/** Opens a stream; closed when the test ends. */
export async function readEvents(url: string, token: string) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal });
  const events: StreamEvent[] = [];
  let beats = 0;
  const body = response.body ?? new ReadableStream();
  const ended = readEventStream(body.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>, {
    onEvent: (event) => void events.push(event),
    onByte: () => beats++,
  }).then(
    () => 'ended' as const,
    () => 'broken' as const,
  );
  return {
    status: response.status,
    headers: response.headers,
    ended,
    /** How many chunks have come. */
    chunks: () => beats,
    /** The data of all events of this name so far. */
    all: (name: string) => events.filter((event) => event.name === name).map(({ data }) => JSON.parse(data)),
    names: () => events.map(({ name }) => name),
    leave: () => leaving.abort(),
    /** Resolves with the data of the first event of this name that fits, as soon as there is one. */
    async next(name: string, fits: object = {}) {
      const found = () =>
        events.filter((event) => event.name === name).find(({ data }) => matches(JSON.parse(data), fits));
      await expect.poll(found, { interval: 5 }).toBeDefined();
      return JSON.parse(found()?.data ?? '');
    },
  };
}

const matches = (data: Record<string, unknown>, fits: object) =>
  Object.entries(fits).every(([name, value]) => data[name] === value);
