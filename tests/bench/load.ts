/**
 * Keeps a number of connections busy, each with one request at a time, and records how long each answer took.
 * On bare sockets, because both share the machine and the load must cost far less than the server.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createHistogram, performance } from 'node:perf_hooks';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly forMs: number;
  /** Stops earlier, after this many requests. */
  readonly most?: number;
  /** The whole text of the next HTTP/1.1 request, in Latin-1. */
  readonly next: () => string;
}

export interface LoadResult {
  readonly answers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  /** How busy this process was, 0 to 1: near 1 it measured itself. */
  readonly ownLoad: number;
}

/** Throws on the first answer that is not a success. */
export async function runLoad({ port, connections, forMs, most, next }: Load): Promise<LoadResult> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const took = createHistogram();
  const loopBefore = performance.eventLoopUtilization();
  const from = performance.now();
  let sent = 0;
  const another = () => {
    if (sent >= (most ?? Number.POSITIVE_INFINITY) || performance.now() - from >= forMs) return null;
    sent += 1;
    return next();
  };
  await Promise.all(sockets.map((socket) => keepBusy(socket, another, (ns) => took.record(ns))));
  const seconds = (performance.now() - from) / 1000;
  const { utilization } = performance.eventLoopUtilization(loopBefore);
  for (const socket of sockets) socket.destroy();
  return {
    answers: took.count,
    perSecond: took.count / seconds,
    p50Ms: took.percentile(50) / 1e6,
    p99Ms: took.percentile(99) / 1e6,
    worstMs: took.max / 1e6,
    ownLoad: utilization,
  };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

function keepBusy(
  socket: Socket,
  next: () => string | null,
  record: (nanoseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let received = Buffer.alloc(0);
    function send(): void {
      const request = next();
      if (request === null) {
        resolve();
        return;
      }
      sent = performance.now();
      socket.write(request, 'latin1');
    }
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const length = answerLength(received);
      if (length === null || received.length < length) return;
      record(Math.max(1, Math.round((performance.now() - sent) * 1e6)));
      const status = received.toString('latin1', 9, 12);
      if (status !== '200') {
        reject(new Error(`Answered ${received.toString('utf8')}`));
        return;
      }
      received = Buffer.alloc(0);
      send();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection')));
    send();
  });
}

/** Bytes of the answer including its head; null until its head has arrived. */
function answerLength(received: Buffer): number | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, headEnd))?.[1];
  if (length === undefined) throw new Error('An answer came without its length');
  return headEnd + 4 + Number(length);
}
