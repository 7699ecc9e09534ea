/** Stopping the server without cutting off answers. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long requests in flight may go on after a signal to stop, milliseconds. */
const STOP_LIMIT_MS = 10_000;

/**
 * How the server ends: idle connections are closed at once, busy ones after their answer, the rest when time is up.
 * Asked for at the start, because Node does not call a connection idle that never sent anything.
 */
export function closing(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () =>
    new Promise((settle) => {
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const limit = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS);
      server.close(() => {
        clearInterval(idle);
        clearTimeout(limit);
        settle();
      });
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    });
}
