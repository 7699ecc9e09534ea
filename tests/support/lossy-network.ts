/**
 * A network between browser and server that drops selected requests. Unlike requests that the test runner
 * intercepts, the others enter the browser's HTTP cache.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LossyNetwork {
  readonly origin: string;
  /** Requests to drop: the connection breaks without an answer. */
  lose: (request: IncomingMessage) => boolean;
  /** Headers that replace the server's. */
  changeHeaders: (request: IncomingMessage) => Readonly<Record<string, string>>;
  /** Every request, dropped or not, as `GET /path`. */
  readonly asked: string[];
  /** Paths that were answered in full. */
  readonly answered: Set<string>;
  stop(): Promise<void>;
}

export async function startLossyNetwork(target: string): Promise<LossyNetwork> {
  const asked: string[] = [];
  const answered = new Set<string>();
  const listener = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (network.lose(incoming)) {
      incoming.socket.destroy();
      return;
    }
    const { method, headers } = incoming;
    const forwarded = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...network.changeHeaders(incoming) });
      answer.on('end', () => answered.add(incoming.url ?? '/')).pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const network: LossyNetwork = {
    origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    lose: () => false,
    changeHeaders: () => ({}),
    asked,
    answered,
    async stop() {
      listener.closeAllConnections();
      listener.close();
      await once(listener, 'close');
    },
  };
  return network;
}
