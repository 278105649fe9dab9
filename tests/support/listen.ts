import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Opens a server on 127.0.0.1. */
export async function listen(server: Server, port = 0) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ends all connections. */
    cut,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
