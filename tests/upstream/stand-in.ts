/** A stand-in for an external service: a real local server with its shape that fails on demand. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export type Fault =
  | { readonly type: 'status'; readonly status: number; readonly retryAfter?: string }
  /** Half of the answer, then the connection is cut. */
  | { readonly type: 'half' }
  /** A byte at a time, and never the last. */
  | { readonly type: 'drip' }
  | { readonly type: 'silence' }
  | { readonly type: 'body'; readonly text: string }
  | { readonly type: 'redirect'; readonly to: string }
  /** Endless spaces, which JSON allows. */
  | { readonly type: 'endless' }
  /** The same, compressed a thousand times smaller. */
  | { readonly type: 'bomb' };

export interface Asked {
  /** Path and query. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

export interface StandIn {
  readonly origin: string;
  /** Its requests, oldest first. */
  readonly asked: Asked[];
  /** Applies from now on if the path and query contain `part`; null repairs it. */
  fail(fault: Fault | null, part?: string): void;
  stop(): Promise<void>;
}

/** @param answer its JSON answer; undefined for 404. */
export async function startStandIn(answer: (asked: Asked) => unknown): Promise<StandIn> {
  const asked: Asked[] = [];
  let fault: { readonly kind: Fault; readonly part: string } | null = null;
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    const one = { url: new URL(request.url ?? '/', 'http://stand-in'), headers: request.headers };
    asked.push(one);
    const failing = fault !== null && `${one.url.pathname}${one.url.search}`.includes(fault.part);
    if (failing && fault !== null)
      return misbehave(fault.kind, response, () => JSON.stringify(answer(one)), timers);
    const value = answer(one);
    response.writeHead(value === undefined ? 404 : 200, JSON_FOR_ALL);
    response.end(JSON.stringify(value ?? { error: 'not found' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    fail(kind, part = '') {
      fault = kind === null ? null : { kind, part };
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Pages of any origin may read it. */
const JSON_FOR_ALL = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

function misbehave(
  fault: Fault,
  response: ServerResponse,
  good: () => string,
  timers: Set<NodeJS.Timeout>,
): void {
  const json = JSON_FOR_ALL;
  const repeat = (text: string, everyMs: number) => {
    const timer = setInterval(() => response.write(text), everyMs);
    timers.add(timer);
    response.on('close', () => clearInterval(timer));
  };
  switch (fault.type) {
    case 'status': {
      const { status, retryAfter } = fault;
      response.writeHead(status, {
        ...json,
        ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      });
      response.end(JSON.stringify({ status: { error_code: status, error_message: 'as told' } }));
      return;
    }
    case 'half': {
      const text = good();
      response.writeHead(200, { ...json, 'content-length': `${Buffer.byteLength(text)}` });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
      return;
    }
    case 'drip':
      response.writeHead(200, json);
      response.write('[');
      repeat(' ', 20);
      return;
    case 'endless':
      response.writeHead(200, json);
      repeat(' '.repeat(256 * 1024), 1);
      return;
    case 'bomb':
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')));
      return;
    case 'silence':
      return;
    case 'body':
      response.writeHead(200, json);
      response.end(fault.text);
      return;
    case 'redirect':
      response.writeHead(302, { location: fault.to });
      response.end();
  }
}
