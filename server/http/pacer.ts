/** Paces work by turns of the event loop, so that a flood of it does not keep other customers waiting (fault B46). */
import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { exchangeOf } from './in-flight.ts';
import type { App } from './type-provider.ts';

/** How many lists of one kind are made in one turn of the event loop; a long one takes 8 ms. */
const perTurn = 8;

/** Paces the lists that are read; `readerOf` names who reads, of whose requests one goes on in a turn. */
export function paceReading(app: App, readerOf: (request: FastifyRequest) => string) {
  const pacer = new Pacer(perTurn);
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'GET') return;
    await pacer.wait(readerOf(request));
    // Its client has left meanwhile, so the list need not be made.
    if (exchangeOf(reply.raw).destroyed) throw new ApiError('bad_request');
  });
}

/** Lets work of different keys go on in turn. */
export class Pacer {
  readonly #perTurn: number;
  /** Those that went on in this turn. */
  readonly #gone = new Set<string>();
  /** Those that wait, by key, the key that went on longest ago first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** In one turn of the event loop one piece of work of each key goes on, and `perTurn` of all keys together. */
  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Resolves when the caller may go on. */
  async wait(key: string): Promise<void> {
    const waiting = this.#waiting.get(key) ?? [];
    if (waiting.length === 0 && !this.#gone.has(key) && this.#gone.size < this.#perTurn) return this.#goOn(key);
    this.#waiting.set(key, waiting);
    await new Promise<void>((goOn) => waiting.push(goOn));
  }

  #goOn(key: string) {
    if (this.#gone.size === 0) setImmediate(() => this.#nextTurn());
    this.#gone.add(key);
  }

  #nextTurn() {
    this.#gone.clear();
    for (const [key, waiting] of [...this.#waiting].slice(0, this.#perTurn)) {
      this.#waiting.delete(key);
      const first = waiting.shift();
      if (waiting.length > 0) this.#waiting.set(key, waiting);
      this.#goOn(key);
      first?.();
    }
  }
}
