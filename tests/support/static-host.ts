/**
 * A plain static host, as one rents it: addresses without `.html`, no headers of its own, no renderer. `/api` is passed on, as by an nginx
 * `location`.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { listen } from './listen.ts';

/** The types of nginx' `mime.types`; everything else is `application/octet-stream` there, the manifest too. */
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'application/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface HostOptions {
  /** Where `/api` is passed on to; without it such an address is like any other. */
  api?: string;
  /** Headers that the owner has configured for every file. */
  headers?: Record<string, string>;
  /** Slows pages down: so many bytes per frame. */
  bytesAFrame?: number;
}

/** Serves a built folder: `/products` is `products.html`, and what does not exist is a 404 with `shell.html`. */
export async function startStaticHost(folder: string, { api, headers = {}, bytesAFrame }: HostOptions = {}) {
  async function give(path: string, response: ServerResponse) {
    for (const file of [path, `${path.replace(/\/$/, '/index')}.html`, '/shell.html']) {
      const content = await readFile(join(folder, file)).catch(() => undefined);
      if (!content) continue;
      const type = types[extname(file)] ?? 'application/octet-stream';
      response.writeHead(file === '/shell.html' && path !== file ? 404 : 200, {
        ...headers,
        'content-type': type,
        'content-length': content.length,
      });
      const piece = (type === 'text/html' && bytesAFrame) || content.length;
      for (let at = 0; at < content.length; at += piece) {
        // A time, because a frame cannot be waited for: a browser paints none before it has seen the body.
        if (at > 0) await setTimeout(20);
        response.write(content.subarray(at, at + piece));
      }
      response.end();
      return;
    }
  }

  const server = createServer((asked, response) => {
    const { pathname } = new URL(asked.url ?? '/', 'http://host');
    if (api && pathname.startsWith('/api/')) passOn(asked, response, new URL(asked.url ?? '/', api));
    else void give(decodeURI(pathname), response);
  });
  return listen(server);
}

export function passOn(asked: IncomingMessage, response: ServerResponse, to: URL) {
  const { method } = asked;
  const call = request(to, { method, headers: { ...asked.headers, host: to.host, connection: 'close' } }, (answer) => {
    // A hop-by-hop header, which does not concern the browser's own connection.
    const { connection: _, ...headers } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, headers);
    answer.pipe(response);
  });
  call.on('error', () => response.destroy());
  asked.pipe(call);
}
