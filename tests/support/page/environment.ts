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

/**
 * One style for all elements of a kind, open or not: no stylesheet is loaded, and to compute each element's own took more than half of a query.
 */
function styleByKind({ document }: Window, compute: typeof getComputedStyle) {
  const known = new Map<string, string>();
  return (element: Element) => {
    const isOpen = element.hasAttribute('open');
    const kind = `${element.tagName} ${isOpen}`;
    let display = known.get(kind);
    if (display === undefined) {
      const one = document.body.appendChild(document.createElement(element.tagName));
      one.toggleAttribute('open', isOpen);
      display = compute(one).display;
      known.set(kind, display);
      one.remove();
    }
    return { display, getPropertyValue: (name: string) => (name === 'display' ? display : '') };
  };
}

export default {
  name: 'page',
  viteEnvironment: 'client',
  async setup(global, options) {
    const dom = await builtinEnvironments['happy-dom'].setup(global, options);
    const window = global.document.defaultView;
    const getComputedStyle = styleByKind(window, window.getComputedStyle.bind(window));
    Object.assign(window, { getComputedStyle });
    Object.assign(global, {
      getComputedStyle,
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
