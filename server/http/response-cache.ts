import type { PrebuiltResponse } from './prebuilt-response.ts';

/** Responses that are built when first requested and cached within so many bytes, the least recently used forgotten first. */
export class ResponseCache<Response extends { size: number } = PrebuiltResponse> {
  readonly #capacity: number;
  readonly #responses = new Map<string, Response>();
  readonly #building = new Map<string, Promise<Response>>();
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The response under `key`, from `build` when it is not there, once for all who ask meanwhile. */
  async get(key: string, build: () => Promise<Response>): Promise<Response> {
    const cached = this.#responses.get(key);
    if (cached) {
      this.#responses.delete(key);
      this.#responses.set(key, cached);
      return cached;
    }
    const known = this.#building.get(key);
    if (known) return known;
    const building = build()
      .then((response) => {
        this.#keep(key, response);
        return response;
      })
      .finally(() => this.#building.delete(key));
    this.#building.set(key, building);
    return building;
  }

  #keep(key: string, response: Response) {
    if (response.size > this.#capacity) return;
    this.#responses.set(key, response);
    this.#size += response.size + key.length;
    for (const [oldest, { size }] of this.#responses) {
      if (this.#size <= this.#capacity) return;
      this.#responses.delete(oldest);
      this.#size -= size + oldest.length;
    }
  }
}
