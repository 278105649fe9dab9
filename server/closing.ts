/** What keeps a server from closing that Node does not see to. */
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { App } from './validation.ts';

/** A connection that was busy when the closing began is kept open afterwards as long as its phone likes; unless we look. */
export function closeSoonerThanPhonesHangUp(app: App) {
  const connections = new Set<Socket>();
  const follow = (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  };
  app.server.on('connection', follow);
  // Once more with what was said through it: to shake hands is to say nothing.
  app.server.on('secureConnection', follow);
  // Browsers open connections that they may need later. To Node one is not idle before its first request.
  const hangUpOnSilence = () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
  app.addHook('preClose', async () => {
    // A handshake that was under way ends only now, and nobody else will look at its session.
    app.server.on('session', (session: ServerHttp2Session) => session.close());
    const looking = setInterval(() => {
      app.server.closeIdleConnections?.();
      hangUpOnSilence();
    }, 50);
    app.server.once('close', () => clearInterval(looking));
    looking.unref();
  });
}
