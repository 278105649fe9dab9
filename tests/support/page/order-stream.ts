/** A stream of orders (decision W4) that a test controls, in place of the shop's. */
import { interceptRequests } from './checkout.ts';

/** Whether a call asks for the stream. */
export const isStream = ({ url }: Request) => new URL(url).pathname.endsWith('/orders/stream');

/** Answers every request for the stream from now on; `refuse` is asked first. */
export function orderStream(refuse: () => Response | Promise<Response> | undefined = () => undefined) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const opened: Request[] = [];
  /** Those that the page has not ended. */
  const open = new Set<Request>();
  const bytes = new TextEncoder();
  const write = (text: string) => controller?.enqueue(bytes.encode(text));

  interceptRequests(async (request, send) => {
    if (!isStream(request)) return send();
    opened.push(request);
    const refused = await refuse();
    if (refused) return refused;
    open.add(request);
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given;
        request.signal.addEventListener('abort', () => {
          open.delete(request);
          given.error(request.signal.reason);
        });
      },
      cancel: () => void open.delete(request),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream', 'kedai-api': '1' } });
  });

  return {
    opened,
    open,
    signal: () => write('event: changed\ndata: {}\n\n:\n\n'),
    write,
    breaks: () => controller?.error(new TypeError('The line broke')),
  };
}
