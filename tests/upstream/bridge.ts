/**
 * A local bridge of TON Connect: wallet and app leave encrypted messages for each other and receive them as
 * server-sent events (https://github.com/ton-blockchain/ton-connect/blob/main/bridge.md).
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface BridgeMessage {
  readonly id: number;
  readonly from: string;
  readonly to: string;
  readonly topic: string | null;
  /** Base64 of nonce and box. */
  readonly message: string;
  /** Milliseconds; it is not delivered after that. */
  readonly until: number;
}

export interface Bridge {
  readonly url: string;
  /** Every message left here, oldest first. */
  readonly messages: readonly BridgeMessage[];
  /** Number of requests for events, also while it was down. */
  readonly attempts: () => number;
  /** Whether a listener for this client is connected. */
  isHeard(clientId: string): boolean;
  /** Cuts every connection and refuses new ones until `up`. Waiting messages are kept. */
  down(): void;
  up(): void;
  stop(): Promise<void>;
}

export interface BridgeOptions {
  /** Milliseconds; by default the machine's clock. */
  readonly now?: () => number;
  readonly heartbeatMs?: number;
}

const MAX_TTL_S = 300;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'content-type',
  // A kept connection may belong to a stopped bridge on the same port.
  connection: 'close',
};

export async function startBridge({
  now = Date.now,
  heartbeatMs = 5_000,
}: BridgeOptions = {}): Promise<Bridge> {
  const messages: BridgeMessage[] = [];
  const listening = new Map<ServerResponse, readonly string[]>();
  let attempts = 0;
  let isDown = false;

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bridge');
    if (request.method === 'GET' && url.pathname === '/bridge/events') attempts += 1;
    if (isDown) {
      request.socket.destroy();
      return;
    }
    void answer(url, request, response);
  });
  const heartbeat = setInterval(() => {
    for (const response of listening.keys()) response.write(HEARTBEAT);
  }, heartbeatMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  async function answer(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS).end();
    } else if (request.method === 'GET' && url.pathname === '/bridge/events') {
      listen(url, request, response);
    } else if (request.method === 'POST' && url.pathname === '/bridge/message') {
      await take(url, request, response);
    } else {
      say(response, 404, 'Not Found');
    }
  }

  function listen(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const clients = url.searchParams.get('client_id')?.split(',') ?? [];
    const last = url.searchParams.get('last_event_id') ?? request.headers['last-event-id'] ?? '0';
    const fault =
      clients.length === 0
        ? 'param "client_id" not present'
        : /^\d+$/.test(`${last}`)
          ? null
          : 'param "last_event_id" is not a number';
    if (fault !== null) {
      say(response, 400, fault);
      return;
    }
    response.writeHead(200, { ...CORS, 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.write(HEARTBEAT);
    listening.set(response, clients);
    response.on('close', () => listening.delete(response));
    for (const message of messages) {
      if (message.id > Number(last) && message.until > now() && clients.includes(message.to)) {
        response.write(eventOf(message));
      }
    }
  }

  async function take(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { searchParams } = url;
    const [from, to, ttl] = [searchParams.get('client_id'), searchParams.get('to'), searchParams.get('ttl')];
    if (from === null) return say(response, 400, 'param "client_id" not present');
    if (to === null) return say(response, 400, 'param "to" not present');
    if (ttl === null || !/^\d+$/.test(ttl)) return say(response, 400, 'param "ttl" not present');
    if (Number(ttl) > MAX_TTL_S) return say(response, 400, 'param "ttl" too high');
    const message: BridgeMessage = {
      id: messages.length + 1,
      from,
      to,
      topic: searchParams.get('topic'),
      message: Buffer.concat(chunks).toString(),
      until: now() + Number(ttl) * 1000,
    };
    messages.push(message);
    for (const [listener, clients] of listening) if (clients.includes(to)) listener.write(eventOf(message));
    say(response, 200, 'OK');
  }

  return {
    url: `http://127.0.0.1:${address.port}/bridge`,
    messages,
    attempts: () => attempts,
    isHeard: (clientId) => [...listening.values()].some((clients) => clients.includes(clientId)),
    down() {
      isDown = true;
      server.closeAllConnections();
    },
    up() {
      isDown = false;
    },
    async stop() {
      clearInterval(heartbeat);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const HEARTBEAT = 'event: heartbeat\n\n';

function eventOf({ id, from, message }: BridgeMessage): string {
  return `event: message\nid: ${id}\ndata: ${JSON.stringify({ from, message })}\n\n`;
}

function say(response: ServerResponse, statusCode: number, message: string): void {
  response.writeHead(statusCode, { ...CORS, 'content-type': 'application/json' });
  response.end(JSON.stringify({ message, statusCode }));
}
