/** A client that speaks HTTP/2, which Node's `fetch` does not. */
import { once } from 'node:events';
import { connect, type Settings } from 'node:http2';
import { onTestFinished } from 'vitest';
import { readCertificate } from './test-certificate.ts';

/** An HTTP/2 connection, closed when the test ends. Its errors are ignored; the test sees them in what it awaits. */
export async function connectHttp2(url: string, settings: Settings = {}) {
  const { cert: ca } = await readCertificate();
  const session = connect(url, { ca, settings });
  session.on('error', () => {});
  onTestFinished(() => session.destroy());
  return session;
}

/** Makes one request on a connection of its own. */
export async function askHttp2(url: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const session = await connectHttp2(url);
  try {
    const stream = session.request({ ':path': path, ...headers });
    if (body !== undefined) stream.end(body);
    const [answer] = await once(stream, 'response');
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) text += chunk;
    return { status: answer[':status'], headers: answer, text };
  } finally {
    session.close();
  }
}
