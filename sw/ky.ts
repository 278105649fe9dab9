/**
 * As much of ky as `device/api.ts` asks for. The worker is one file, read anew at every start: it has no room for the
 * library (performance P10), nor a use for the rest of it, as nothing here is retried by the call itself.
 */
interface Settings {
  prefix: string;
  /** In ms. */
  timeout: number;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

interface Call extends RequestInit {
  json?: unknown;
  searchParams?: string[][];
}

class HTTPError extends Error {
  override name = 'HTTPError';
  readonly response: Response;
  /** The refusal's JSON, if it was any. */
  readonly data: unknown;

  constructor(response: Response, data: unknown) {
    super(`The shop answered ${response.status}`);
    this.response = response;
    this.data = data;
  }
}

async function send({ prefix, timeout, fetch }: Settings, method: string, path: string, call: Call): Promise<Response> {
  const { json, searchParams, ...init } = call;
  const headers = new Headers(init.headers);
  if (json !== undefined) headers.set('content-type', 'application/json');
  const answer = await fetch(`${prefix}/${path}${searchParams ? `?${new URLSearchParams(searchParams)}` : ''}`, {
    ...init,
    ...(json !== undefined && { body: JSON.stringify(json) }),
    method,
    headers,
    signal: AbortSignal.timeout(timeout),
  });
  if (!answer.ok) throw new HTTPError(answer, await answer.json().catch(() => undefined));
  return answer;
}

const method =
  (settings: Settings, name: string) =>
  (path: string, call: Call = {}) =>
    send(settings, name, path, call);

/**
 * The same face as ky's: rejects with an error named `HTTPError` when refused, with `fetch`'s own when not answered.
 */
export default {
  create: (settings: Settings) => ({
    get: method(settings, 'GET'),
    post: method(settings, 'POST'),
    put: method(settings, 'PUT'),
    delete: method(settings, 'DELETE'),
  }),
};
