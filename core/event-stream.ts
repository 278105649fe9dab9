/** Reads a stream of server-sent events from a response of `fetch` (WHATWG HTML, section 9.2; decision W4). */
import { createParser } from 'eventsource-parser';

/** The server sends a comment after so many ms without an event. */
export const heartbeatMs = 15_000;

/** After so many ms without a byte the line is broken. */
export const silenceMs = 45_000;

/** One event; `name` is 'message' when the server gave none. */
export interface StreamEvent {
  name: string;
  id: string | undefined;
  data: string;
}

interface Listener {
  onEvent: (event: StreamEvent) => void;
  /** Called with each chunk, comments included: the line works. */
  onByte?: () => void;
}

/** The body of a response, decoded: `body.pipeThrough(new TextDecoderStream())`. */
interface TextStream {
  getReader(): { read(): Promise<{ done: boolean; value?: string | undefined }> };
}

/**
 * Calls `onEvent` with every event of the stream until the server ends it. Rejects as the stream does when the line breaks or its request
 * is aborted.
 */
export async function readEventStream(stream: TextStream, { onEvent, onByte }: Listener) {
  const parser = createParser({ onEvent: ({ event = 'message', id, data }) => onEvent({ name: event, id, data }) });
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done || value === undefined) return;
    onByte?.();
    parser.feed(value);
  }
}
