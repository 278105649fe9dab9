import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Unused ports, for a program that cannot report the port it uses, or that is opened at the same one again. They are below those that the kernel
 * gives to servers and connections, so that no other test gets one meanwhile.
 */
export async function freePorts(count: number) {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(20_000, 32_768);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(Boolean, () => false);
    server.close();
    if (isFree) ports.add(port);
  }
  return [...ports];
}
