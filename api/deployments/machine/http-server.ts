/** Serves an app over HTTP, and stops without cutting off answers. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { closeSilent } from './silent-connections.ts';

export interface HttpServerDeps {
  readonly app: Hono;
  readonly host: string;
  readonly port: number;
  /** How long an unfinished request or answer may carry nothing, milliseconds; an unread answer up to three times as long. */
  readonly silenceLimitMs: number;
  readonly onListening: (url: string) => void;
  /** The port cannot be listened on, or no more. */
  readonly onError: (error: Error) => void;
}

export interface HttpServer {
  /** Answers what has been asked, and closes every connection. */
  stop(): Promise<void>;
}

export function serveHttp({
  app,
  host,
  port,
  silenceLimitMs,
  onListening,
  onError,
}: HttpServerDeps): HttpServer {
  let isStopping = false;
  const server = serve(
    {
      hostname: host,
      port,
      fetch(request, env) {
        const answer = app.fetch(request, env);
        return answer instanceof Promise ? answer.then(lastIfStopping) : lastIfStopping(answer);
      },
      // Longer than proxies keep idle connections, so that this side never closes first.
      serverOptions: { keepAliveTimeout: 75_000, requestTimeout: 30_000 },
    },
    ({ port: taken }) => onListening(`http://${host.includes(':') ? `[${host}]` : host}:${taken}`),
  ) as Server;
  closeSilent(server, silenceLimitMs);
  const close = closing(server);
  server.on('error', onError);

  /** Also for requests that came before the stop: the answer tells the client to open a new connection. */
  function lastIfStopping(response: Response): Response {
    if (isStopping) response.headers.set('connection', 'close');
    return response;
  }

  return {
    stop() {
      isStopping = true;
      return close();
    },
  };
}

/** How long requests in flight may go on after a signal to stop, milliseconds. */
const STOP_LIMIT_MS = 10_000;

/**
 * How the server ends: idle connections are closed at once, busy ones after their answer, the rest when time is up.
 * Asked for at the start, because Node does not call a connection idle that never sent anything. After its first request
 * nothing of it is kept here: a listener of its own would cost each connected user half a kilobyte.
 */
function closing(server: Server): () => Promise<void> {
  const unasked = new Set<Socket>();
  function forget(this: Socket): void {
    unasked.delete(this);
  }
  server.on('connection', (socket: Socket) => {
    unasked.add(socket);
    socket.on('close', forget);
  });
  server.on('request', ({ socket }) => {
    if (unasked.delete(socket)) socket.off('close', forget);
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
      for (const socket of unasked) if (socket.bytesRead === 0) socket.destroy();
    });
}

/** The address that a connection comes from, as Node says it. */
export function socketAddress(env: unknown): string {
  const { incoming } = env as { incoming: { socket: { remoteAddress?: string } } };
  return incoming.socket.remoteAddress ?? 'unknown';
}
