/** A response that does not end: server-sent events (WHATWG HTML, section 9.2). */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** How many characters may wait for a client that reads slowly, besides its first event. */
const maxWaiting = 64 * 1_024;
/** How long the end of a stream waits for a client that reads slowly, in ms. */
const maxFinishingMs = 2_000;

/** One event as it is sent; `json` is the text of its data. */
export const eventText = (name: string, json: string) =>
  // A line break may only be between the parts of a JSON text; in a stream it would end the data.
  `event: ${name}\ndata: ${json.replaceAll(/[\r\n]/g, ' ')}\n\n`;

/** The content type of a stream of events. */
export const eventStreamType = 'text/event-stream; charset=utf-8';

const comment = ':\n\n';

/**
 * The events of one client. Emits `rest` when the first one has left, which may be long: from then on little waits in it. One whose client
 * reads too slowly is ended, and its client begins again with the whole state.
 */
export class EventStream extends Readable {
  /** Bytes of the first event. */
  readonly firstBytes: number;
  #waiting: string[];
  /** How many characters wait, without the first event. */
  #waitingLength = 0;
  /** Whether the response takes more now. */
  #isWanted = false;
  #reads = 0;
  #isFinished = false;

  constructor(first: string) {
    // Then the response asks only when it can send, and what cannot be sent waits here, where it is counted.
    super({ highWaterMark: 0 });
    this.#waiting = [first];
    this.firstBytes = Buffer.byteLength(first);
  }

  override _read() {
    this.#isWanted = true;
    if (++this.#reads === 2) this.emit('rest');
    if (this.#waiting.length > 0) this.#flush();
  }

  /** Sends an event, which `eventText` has made. */
  send(text: string) {
    if (this.destroyed || this.#isFinished) return;
    this.#waiting.push(text);
    this.#waitingLength += text.length;
    if (this.#isWanted) this.#flush();
    else if (this.#waitingLength > maxWaiting) this.destroy();
  }

  /** Sends a comment, by which the client knows that the line works; none while anything else waits to be sent. */
  beat() {
    if (this.#isWanted) this.send(comment);
  }

  /** Ends the response after a last event, if there is one. A client that does not read is not waited for. */
  finish(last?: string) {
    if (this.destroyed || this.#isFinished) return;
    this.#isFinished = true;
    if (last !== undefined) this.#waiting.push(last);
    if (this.#waiting.length > 0) this.#flush();
    this.push(null);
    setTimeout(() => this.destroy(), maxFinishingMs).unref();
  }

  #flush() {
    const text = this.#waiting.join('');
    this.#waiting = [];
    this.#waitingLength = 0;
    this.#isWanted = false;
    this.push(text);
  }
}

/** Answers with a stream. */
export const sendEvents = (reply: FastifyReply, stream: EventStream) =>
  reply
    .type(eventStreamType)
    // nginx would keep events back until it has some kilobytes of them.
    .header('x-accel-buffering', 'no')
    .send(stream);
