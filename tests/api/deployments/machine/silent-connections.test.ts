/** Connections over real sockets: a slow reader keeps its connection, a silent one is closed. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeSilent } from '#api/deployments/machine/silent-connections.ts';

const LIMIT_MS = 500;
const PIECE = Buffer.alloc(64 * 1024, 'x');
/** More than the system buffers for a connection. */
const PIECES = 400;

let server: Server;
let accepted: Socket | null;
let client: Socket;

beforeEach(async () => {
  accepted = null;
  server = createServer((_, answer) => {
    let left = PIECES;
    const send = () => {
      while (left > 0) {
        left -= 1;
        if (!answer.write(PIECE)) {
          answer.once('drain', send);
          return;
        }
      }
      answer.end();
    };
    send();
  });
  server.on('connection', (socket) => {
    accepted = socket;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

/** Sends a request and reads nothing of the answer. */
async function ask(request = 'GET / HTTP/1.1\r\nHost: irich.example\r\n\r\n'): Promise<void> {
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // With a listener, the socket reads one chunk and waits until it is consumed.
  client.on('readable', () => undefined);
  await once(client, 'connect');
  client.write(request);
}

/** Reads this many bytes of the answer per second, in small pieces. */
function readSteadily(bytesPerSecond: number): { readonly taken: () => number; stop(): void } {
  const began = performance.now();
  let taken = 0;
  const timer = setInterval(() => {
    const due = Math.round(((performance.now() - began) / 1000) * bytesPerSecond) - taken;
    const size = Math.min(due, client.readableLength);
    if (size > 0) taken += client.read(size)?.length ?? 0;
  }, 50);
  return { taken: () => taken, stop: () => clearInterval(timer) };
}

/**
 * The system buffers about four megabytes and accepts more once a third is read, after six seconds at this
 * pace. So nothing can be written for longer than three limits.
 */
test('a slow reader keeps its connection', { timeout: 60_000 }, async () => {
  closeSilent(server, 2000);
  await ask();
  const reader = readSteadily(240_000);
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  reader.stop();
  expect(reader.taken()).toBeGreaterThan(1_000_000);
  expect(accepted?.destroyed).toBe(false);
  // Once it stops reading, it is closed like any other connection.
  await expect.poll(() => accepted?.destroyed, { timeout: 20_000 }).toBe(true);
});

test('a reader that takes nothing is closed', { timeout: 30_000 }, async () => {
  closeSilent(server, LIMIT_MS);
  await ask();
  await expect.poll(() => accepted?.destroyed, { timeout: 10_000 }).toBe(true);
});

test('a request that stops half-way is closed', { timeout: 30_000 }, async () => {
  closeSilent(server, LIMIT_MS);
  await ask('GET / HTTP/1.1\r\n');
  await expect.poll(() => accepted?.destroyed, { timeout: 10_000 }).toBe(true);
});

test('a silent connection is closed at once if the system reports no byte count', {
  timeout: 30_000,
}, async () => {
  closeSilent(server, LIMIT_MS, () => 0);
  await ask();
  await expect.poll(() => accepted?.destroyed, { timeout: 10_000 }).toBe(true);
});

test('a connection with nothing to write causes no system call', {
  timeout: 30_000,
}, async () => {
  const asked: Socket[] = [];
  closeSilent(server, LIMIT_MS, (socket) => asked.push(socket));
  await ask('GET / HTTP/1.1\r\n');
  await expect.poll(() => accepted?.destroyed, { timeout: 10_000 }).toBe(true);
  expect(asked).toEqual([]);
});
