/** Vitest environment: happy-dom for the screens, but Node's fetch, because a body of happy-dom's cannot be read twice, as ky does. */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { fetch, Request, Response, Headers, AbortController, AbortSignal } = globalThis;

/** Resolves `/api/…` against the page's address, which Node's `Request` does not know. */
class RequestOfPage extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input instanceof Request ? input : new URL(input, globalThis.location.href), init);
  }
}

const fetchOfPage: typeof fetch = (input, init) =>
  fetch(input instanceof Request ? input : new RequestOfPage(input, init), init);

export default {
  name: 'page',
  viteEnvironment: 'client',
  async setup(global, options) {
    const dom = await builtinEnvironments['happy-dom'].setup(global, options);
    Object.assign(global, {
      fetch: fetchOfPage,
      Request: RequestOfPage,
      Response,
      Headers,
      AbortController,
      AbortSignal,
    });
    return dom;
  },
} satisfies Environment;
