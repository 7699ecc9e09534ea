/** The API in development: it starts again with its code, and its end is told from a restart. */
import { beforeEach, expect, test, vi } from 'vitest';
import { keepRunning } from '#api/ops/dev/restarting-server.ts';
import type { ServerProcess } from '#api/ops/server-process.ts';

const ADDRESS = new URL('http://127.0.0.1:1');

interface FakeServer extends ServerProcess {
  readonly signals: string[];
  listen(): void;
  end(code: number): void;
}

let servers: FakeServer[];
let told: string[];

beforeEach(() => {
  servers = [];
  told = [];
});

function fakeServer(): FakeServer {
  let settleListening = (_: URL | null): void => undefined;
  let settleEnded = (_: number): void => undefined;
  const signals: string[] = [];
  const server: FakeServer = {
    signals,
    listening: new Promise((resolve) => {
      settleListening = resolve;
    }),
    ended: new Promise((resolve) => {
      settleEnded = resolve;
    }),
    kill: (signal) => void signals.push(signal),
    listen: () => settleListening(ADDRESS),
    end(code) {
      settleListening(null);
      settleEnded(code);
    },
  };
  servers.push(server);
  return server;
}

function run() {
  return keepRunning({
    start: fakeServer,
    onListening: () => told.push('listening'),
    onCrash: (code) => told.push(`crash ${code}`),
    onBroken: () => told.push('broken'),
  });
}

async function listening(count: number): Promise<FakeServer> {
  await vi.waitFor(() => expect(servers.length).toBe(count));
  const server = servers[count - 1];
  if (server === undefined) throw new Error('no server');
  server.listen();
  await vi.waitFor(() => expect(told.at(-1)).toBe('listening'));
  return server;
}

test('a restart ends the server before it starts the next one, and is no crash', async () => {
  const api = run();
  const first = await listening(1);
  api.restart();
  api.restart();
  await vi.waitFor(() => expect(first.signals).toEqual(['SIGTERM']));
  expect(servers.length).toBe(1);
  let isSettled = false;
  const settled = api.settled().then(() => {
    isSettled = true;
  });
  first.end(0);
  await vi.waitFor(() => expect(servers.length).toBe(2));
  expect(isSettled).toBe(false);
  servers[1]?.listen();
  await settled;
  expect(told).toEqual(['listening', 'listening']);
  expect(servers.length).toBe(2);
});

test('a change during a start causes one more restart', async () => {
  const api = run();
  api.restart();
  const first = await listening(1);
  await vi.waitFor(() => expect(first.signals).toEqual(['SIGTERM']));
  first.end(0);
  await listening(2);
  expect(told).toEqual(['listening', 'listening']);
});

test('a server that ends after it has listened has crashed', async () => {
  run();
  (await listening(1)).end(7);
  await vi.waitFor(() => expect(told).toEqual(['listening', 'crash 7']));
});

test('a server that does not start the first time has crashed', async () => {
  run();
  servers[0]?.end(1);
  await vi.waitFor(() => expect(told).toEqual(['crash 1']));
});

test('changed code that does not start waits for the next change', async () => {
  const api = run();
  (await listening(1)).signals.length = 0;
  api.restart();
  await vi.waitFor(() => expect(servers[0]?.signals).toEqual(['SIGTERM']));
  servers[0]?.end(0);
  await vi.waitFor(() => expect(servers.length).toBe(2));
  servers[1]?.end(1);
  await vi.waitFor(() => expect(told).toEqual(['listening', 'broken']));
  await api.settled();
  api.restart();
  await listening(3);
  expect(told).toEqual(['listening', 'broken', 'listening']);
});

test('a stop ends a server that still starts, and nothing starts after it', async () => {
  const api = run();
  api.restart();
  const stopped = api.stop();
  expect(servers[0]?.signals).toEqual(['SIGTERM']);
  servers[0]?.end(0);
  await stopped;
  api.restart();
  await api.settled();
  expect(servers.length).toBe(1);
  expect(told).toEqual([]);
});

test('a server that does not end is killed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const api = run();
    const stopped = api.stop();
    expect(servers[0]?.signals).toEqual(['SIGTERM']);
    await vi.advanceTimersByTimeAsync(5000);
    expect(servers[0]?.signals).toEqual(['SIGTERM', 'SIGKILL']);
    servers[0]?.end(1);
    await stopped;
  } finally {
    vi.useRealTimers();
  }
});
