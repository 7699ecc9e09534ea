/** Connections over true sockets: a slow reader keeps one, and one that nobody reads is closed. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeSilent } from '#api/machine/silent-connections.ts';

const LIMIT_MS = 500;
const PIECE = Buffer.alloc(64 * 1024, 'x');
/** More than systems buffer for a connection. */
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

/** Sends a request, and takes nothing of its answer. */
async function ask(request = 'GET / HTTP/1.1\r\nHost: irich.example\r\n\r\n'): Promise<void> {
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // With this a socket takes one chunk from the system, and the next one when that was read.
  client.on('readable', () => undefined);
  await once(client, 'connect');
  client.write(request);
}

/** Takes so many bytes of the answer a second, a little at a time. */
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
 * The system buffers some four megabytes and takes more when a third of them is gone, six seconds at this pace: over three
 * limits nothing can be written.
 */
test('a reader that takes a little at a time is not cut', { timeout: 60_000 }, async () => {
  closeSilent(server, 2000);
  await ask();
  const reader = readSteadily(240_000);
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  reader.stop();
  expect(reader.taken()).toBeGreaterThan(1_000_000);
  expect(accepted?.destroyed).toBe(false);
  // Once it stops reading, it is closed like any other.
  await expect.poll(() => accepted?.destroyed, { timeout: 20_000 }).toBe(true);
});

test('a reader that takes nothing is cut', { timeout: 30_000 }, async () => {
  closeSilent(server, LIMIT_MS);
  await ask();
  await expect.poll(() => accepted?.destroyed, { timeout: 10_000 }).toBe(true);
});

test('a request that stops in the middle is cut', { timeout: 30_000 }, async () => {
  closeSilent(server, LIMIT_MS);
  await ask('GET / HTTP/1.1\r\n');
  await expect.poll(() => accepted?.destroyed, { timeout: 10_000 }).toBe(true);
});

test('where the system does not count, a silent connection is cut at once', { timeout: 30_000 }, async () => {
  closeSilent(server, LIMIT_MS, () => 0);
  await ask();
  await expect.poll(() => accepted?.destroyed, { timeout: 10_000 }).toBe(true);
});

test('nothing is asked of the system about a connection with nothing to write', {
  timeout: 30_000,
}, async () => {
  const asked: Socket[] = [];
  closeSilent(server, LIMIT_MS, (socket) => asked.push(socket));
  await ask('GET / HTTP/1.1\r\n');
  await expect.poll(() => accepted?.destroyed, { timeout: 10_000 }).toBe(true);
  expect(asked).toEqual([]);
});
