/** Downloads over real sockets that read nothing: few per user, little memory, and closed in the end. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeSilent } from '#api/deployments/machine/silent-connections.ts';
import { createDownloads } from '#api/runtime/http/downloads.ts';
import { makeApi, type TestApi, type TestUser } from '#tests/api/support.ts';
import { noLimits } from '#tests/support/no-limits.ts';

const RECORDS = 8_000;
const SILENCE_MS = 300;

let api: TestApi;
let user: TestUser;
let server: Server;
/** The server's ends of the connections. */
let accepted: Socket[];
let clients: Socket[];

beforeEach(async () => {
  api = await makeApi({ limiter: noLimits });
  user = await api.registered(42);
  // A history of 16 MB, more than the system buffers for an unread connection.
  await api.look(42, (sql) => {
    sql.run(
      `WITH RECURSIVE n (seq) AS (SELECT 3 UNION ALL SELECT seq + 1 FROM n WHERE seq < ?)
       INSERT INTO events (user_id, seq, event_id, type, rules, at, bucket, award, data, hash)
       SELECT 42, seq, 'record-' || seq, 'CalculationRecorded.v1', 1, 0, 'activity', 0,
         '{"calculationType":"RiskMoney","day":0,"occurredAt":0,"reason":"too_old","sentAt":null}', printf('%064d', seq)
       FROM n`,
      RECORDS,
    );
    sql.run(
      `INSERT INTO calculations (user_id, seq, revision, shown, inputs)
       SELECT 42, seq, 0, 1, '{"note":"' || printf('%02000d', seq) || '"}' FROM events WHERE seq > 2`,
    );
  });
  accepted = [];
  clients = [];
  server = serve({ fetch: (request) => api.fetch(request), port: 0, hostname: '127.0.0.1' }) as Server;
  server.on('connection', (socket) => accepted.push(socket));
  await once(server, 'listening');
});

afterEach(() => {
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  server.close();
});

async function token(): Promise<string> {
  const made = await user.send('POST', '/api/exports', { body: { userId: 42, kind: 'history' } });
  return made.json.token;
}

/** Requests a file and reads nothing of the answer. */
async function unread(path: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.pause();
  clients.push(client);
  await once(client, 'connect');
  client.write(`GET ${path} HTTP/1.1\r\nHost: irich.example\r\n\r\n`);
  return client;
}

const held = () => accepted.reduce((sum, socket) => sum + socket.writableLength, 0);
/** Bytes in the system's own buffers do not count. */
const isFull = () => accepted.length > 0 && accepted.every((socket) => socket.writableLength > 0);

const fetchFile = async (path: string, method = 'GET') => {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, { method });
};

test('an unread download keeps a few pieces in memory, not the file', { timeout: 30_000 }, async () => {
  const path = `/api/exports/${await token()}`;
  for (let download = 0; download < 2; download++) await unread(path);
  await expect.poll(isFull, { timeout: 20_000 }).toBe(true);
  // Until no more bytes are handed over.
  for (let before = -1; before !== held(); ) {
    before = held();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // Reading a thousand records at once would take two megabytes each.
  expect(held() / accepted.length).toBeLessThan(500_000);
});

test('a user may have two downloads under way, and the next answers 429', { timeout: 30_000 }, async () => {
  const path = `/api/exports/${await token()}`;
  for (let download = 0; download < 2; download++) await unread(path);
  await expect.poll(isFull, { timeout: 20_000 }).toBe(true);
  const third = await fetchFile(path);
  expect([third.status, third.headers.get('retry-after')]).toEqual([429, '30']);
  expect((await fetchFile(path, 'HEAD')).status).toBe(200);
  const other = await api.registered(43);
  const theirs = await other.send('POST', '/api/exports', { body: { userId: 43, kind: 'history' } });
  expect((await fetchFile(`/api/exports/${theirs.json.token}`)).status).toBe(200);
  // A download that ends in any way makes room.
  clients[0]?.destroy();
  await expect.poll(async () => (await fetchFile(path)).status, { timeout: 20_000 }).toBe(200);
});

test('a connection that reads nothing is closed', { timeout: 30_000 }, async () => {
  closeSilent(server, SILENCE_MS);
  const path = `/api/exports/${await token()}`;
  await unread(path);
  await expect.poll(() => accepted.length).toBe(1);
  const [socket] = accepted;
  if (socket !== undefined && !socket.destroyed) await once(socket, 'close');
  const whole = await fetchFile(path);
  expect((await whole.text()).split('\r\n')).toHaveLength(RECORDS);
});

test('a download forgotten by the runtime makes room after two minutes', () => {
  const clock = { at: 1e12, now: () => clock.at };
  const downloads = createDownloads(clock);
  function* lines() {
    yield 'line\n';
  }
  expect([1, 2, 3].map(() => downloads.start(42, lines()) === null)).toEqual([false, false, true]);
  clock.at += 120_001;
  expect(downloads.start(42, lines())).not.toBeNull();
});
