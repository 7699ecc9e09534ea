/** Shows the metrics on a port of their own, which no proxy passes on: figures of the operator, without personal data. */
import { createServer } from 'node:http';
import { StartRefused } from './database.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServerDeps {
  readonly host: string;
  readonly port: number;
  readonly metrics: Pick<Metrics, 'contentType' | 'text'>;
  readonly onListening: (url: string) => void;
  readonly onFault: (message: string, cause: unknown) => void;
  /** The port cannot be listened on. */
  readonly onError: (refused: StartRefused) => void;
}

export function serveMetrics(deps: MetricsServerDeps): { stop(): void } {
  const { host, port, metrics, onListening, onFault, onError } = deps;
  const server = createServer(async ({ method, url }, response) => {
    if (url !== '/metrics') return void response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    try {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } catch (cause) {
      onFault('The metrics could not be read', cause);
      response.writeHead(500).end();
    }
  });
  server.on('error', ({ message }) =>
    onError(new StartRefused([`METRICS_PORT: cannot listen on ${host}:${port}: ${message}`], true)),
  );
  server.listen(port, host, () => {
    const address = server.address();
    const taken = typeof address === 'object' && address !== null ? address.port : port;
    onListening(`http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`);
  });
  return {
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
