/**
 * The baseline for HTTP: plain `node:http` that sends the same bytes with the same headers and does nothing else. Its parent process tells
 * it which.
 */
import { createServer } from 'node:http';

interface Answer {
  headers: Record<string, string>;
  body: string;
}

process.once('message', (answers: Record<string, Answer>) => {
  const bodies = new Map(
    Object.entries(answers).map(([path, { headers, body }]) => [path, { headers, bytes: Buffer.from(body, 'base64') }]),
  );
  const server = createServer((request, response) => {
    const answer = bodies.get(request.url ?? '');
    if (!answer) return void response.writeHead(404).end();
    response.writeHead(200, answer.headers).end(answer.bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
