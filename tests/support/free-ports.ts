import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Unused ports, for a program that cannot report the port it uses. */
export async function freePorts(count: number) {
  const servers = Array.from({ length: count }, () => createServer());
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  return ports;
}
