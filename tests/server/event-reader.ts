/** A page that reads a stream of events over the network. */
import { expect, onTestFinished } from 'vitest';

/** Opens a stream; closed when the test ends. */
export async function readEvents(url: string, token: string) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal });
  let text = '';
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk);
  };
  const ended = read().then(
    () => 'ended' as const,
    () => 'broken' as const,
  );
  const signals = () => text.match(/^event: changed$/gm)?.length ?? 0;
  return {
    status: response.status,
    headers: response.headers,
    ended,
    text: () => text,
    signals,
    leave: () => leaving.abort(),
    /** Resolves when so many events `changed` have come. */
    signalled: (count: number) => expect.poll(signals, { interval: 5 }).toBe(count),
  };
}
