/** The last resort when the shop has more to do than it can: all but orders are told to ask again. */
import { ApiError } from './api-error.ts';
import type { App } from './type-provider.ts';

/** What the event loop may be late, and how often that is measured, in ms; how large the heap may be, in bytes. */
export type PressureLimits = Partial<Record<'maxEventLoopDelay' | 'sampleInterval' | 'maxHeapUsedBytes', number>>;

class Busy extends ApiError {
  constructor() {
    super('busy', { retryAfter: 5 });
  }
}

/** For the `config` of a route that is answered nevertheless. */
export const underPressureToo = { pressureHandler: () => undefined };

/** Answers 503 while the event loop is late or the heap is full. Memory outside of the heap says nothing: the kernel takes it back late. */
export async function refuseUnderPressure(app: App, limits: PressureLimits = {}) {
  await app.register(import('@fastify/under-pressure'), {
    // On average of five seconds: a start, or one large request, takes longer once.
    maxEventLoopDelay: 1_000,
    sampleInterval: 5_000,
    maxHeapUsedBytes: 300_000_000,
    ...limits,
    customError: Busy,
  });
}
