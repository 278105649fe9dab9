import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Ports on which nobody listens, for a program that cannot tell which one it took. */
export async function freePorts(count: number) {
  const servers = Array.from({ length: count }, () => createServer());
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  return ports;
}
