/** The server is killed under load, and its disk fills up. */

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { startCheck } from '#core/points/audit.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { sha256Hex } from '#tests/support/hashing.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { startServer } from '#tests/support/server.ts';
import { auth, type Folder, makeFolder, PATIENCE, post, ROOT, record } from './support.ts';

vi.setConfig(PATIENCE);
let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

test('a server killed under load loses no acknowledged record and starts clean', async () => {
  const database = join(folder.path, 'killed.sqlite');
  const server = await startServer({ deployment: 'machine', dist: folder.dist, database });
  const users = Array.from({ length: 8 }, (_, index) => 100 + index);
  const promised = new Map<number, string[]>(users.map((id) => [id, []]));
  try {
    for (const id of users) {
      const headers = auth(id, id === 100 ? undefined : '100');
      expect((await post(server, '/api/user/register', id, { id }, headers)).status).toBe(200);
    }
    for (let round = 0; round < 3; round++) {
      let acknowledged = 0;
      const enough = 100 * (round + 1);
      let isBusy = (): void => {};
      const busy = new Promise<void>((resolve) => {
        isBusy = resolve;
      });
      const senders = users
        .flatMap((id) => [id, id])
        .map(async (id) => {
          for (;;) {
            const one = record();
            const isBatch = acknowledged % 3 === 0;
            const body = isBatch ? { userId: id, records: [one, record()] } : { userId: id, ...one };
            const path = isBatch ? '/api/sync' : '/api/referral/calculations';
            try {
              const reply = await post(server, path, id, body);
              await reply.text();
              if (reply.status === 429) return;
              if (reply.status !== 200) throw new Error(`answered ${reply.status}`);
            } catch (error) {
              // The connection broke, so this record was never acknowledged.
              if (error instanceof TypeError) return;
              throw error;
            }
            promised.get(id)?.push(one.id);
            acknowledged += 1;
            if (acknowledged === enough) isBusy();
          }
        });
      await Promise.race([busy, Promise.all(senders)]);
      await server.kill();
      await Promise.all(senders);
      await server.restart();
    }
    for (const id of users) {
      const reply = await fetch(`${server.origin}/api/ledger/${id}?limit=1000`, { headers: auth(id) });
      const { events } = (await reply.json()) as { events: StoredEvent[] };
      const check = startCheck(id, sha256Hex);
      for (const event of events) expect(check.next(event)).toBeNull();
      const recorded = events.map((event) => event.eventId);
      expect(new Set(recorded).size).toBe(recorded.length);
      expect(promised.get(id)?.filter((one) => !recorded.includes(one))).toEqual([]);
    }
    expect([...promised.values()].flat().length).toBeGreaterThan(400);
  } finally {
    await server.stop();
  }
  const sql = openBetterSqlite3(database);
  expect(sql.pragma('integrity_check')).toBe('ok');
  sql.close();
  const audit = await runProcess([process.execPath, 'api/ops/ledger.ts', 'audit'], {
    cwd: ROOT,
    limitMs: 30_000,
    env: { DATABASE_PATH: database },
  });
  expect(audit).toMatchObject({ code: 0 });
});

/** A disk of one megabyte, if this machine permits. */
function smallDisk(): string | null {
  const path = mkdtempSync(join(tmpdir(), 'irich-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
}

test('a full disk answers 503 and recovers without a restart', async ({ skip }) => {
  const disk = smallDisk();
  if (disk === null) {
    skip('this machine lets us mount no disk; tests/api/server-edge.test.ts fills a database instead');
    return;
  }
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(600_000));
  const server = await startServer({
    deployment: 'machine',
    dist: folder.dist,
    database: join(disk, 'irich.sqlite'),
  });
  try {
    expect((await post(server, '/api/user/register', 42, { id: 42 })).status).toBe(200);
    const statuses: number[] = [];
    const recorded: string[] = [];
    while (statuses.at(-1) !== 503) {
      const records = Array.from({ length: 40 }, () => ({ ...record(), inputs: { text: 'x'.repeat(1500) } }));
      const reply = await post(server, '/api/sync', 42, { userId: 42, records });
      statuses.push(reply.status);
      const answer = (await reply.json()) as { error?: { code: string } };
      if (reply.status === 200) recorded.push(...records.map((one) => one.id));
      else expect(answer.error?.code).toBe('storage_full');
      expect(statuses.length).toBeLessThan(50);
    }
    expect(statfsSync(disk).bfree).toBeLessThan(100);
    expect((await fetch(`${server.origin}/api/user/42`, { headers: auth(42) })).status).toBe(200);
    rmSync(ballast);
    const one = record();
    expect((await post(server, '/api/referral/calculations', 42, { userId: 42, ...one })).status).toBe(200);
    const reply = await fetch(`${server.origin}/api/ledger/42?limit=1000`, { headers: auth(42) });
    const { events } = (await reply.json()) as { events: StoredEvent[] };
    expect(events.slice(1).map((event) => event.eventId)).toEqual([...recorded, one.id]);
  } finally {
    await server.stop();
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  }
});

test('a held write lock answers 503 to writers without a long wait, and all works once it is released', async () => {
  const server = await startServer({ deployment: 'machine', dist: folder.dist });
  const other = new Database(server.databasePath);
  try {
    await post(server, '/api/user/register', 42, { id: 42 });
    const one = record();
    const send = () => post(server, '/api/referral/calculations', 42, { userId: 42, ...one });
    other.exec('BEGIN IMMEDIATE');
    const began = performance.now();
    const refused = await send();
    expect(performance.now() - began).toBeLessThan(4000);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } });
    expect(refused.headers.get('retry-after')).toBe('5');
    const profile = await fetch(`${server.origin}/api/user/42`, { headers: auth(42) });
    expect(await profile.json()).toMatchObject({ head: { seq: 1 } });
    other.exec('ROLLBACK');
    expect(await (await send()).json()).toMatchObject({ answer: 'recorded', seq: 2 });
  } finally {
    other.close();
    await server.stop();
  }
});

test('a silent reader is disconnected and makes room for another download', async () => {
  const database = join(folder.path, 'unread.sqlite');
  const env = { UNREAD_LIMIT_S: '1' };
  const server = await startServer({ deployment: 'machine', dist: folder.dist, database, env });
  const clients: Socket[] = [];
  try {
    expect((await post(server, '/api/user/register', 42, { id: 42 })).status).toBe(200);
    const made = await post(server, '/api/exports', 42, { userId: 42, kind: 'history' });
    const path = new URL(((await made.json()) as { url: string }).url).pathname;
    fillHistory(database);
    const get = async () => {
      const answer = await fetch(server.origin + path);
      await answer.body?.cancel();
      return answer.status;
    };
    for (let download = 0; download < 2; download++) {
      const client = connect(Number(new URL(server.origin).port), '127.0.0.1');
      client.pause();
      clients.push(client);
      client.write(`GET ${path} HTTP/1.1\r\nHost: irich.example\r\n\r\n`);
      // Its download is under way, so no other call takes its place.
      await once(client, 'readable');
    }
    await expect.poll(get, { timeout: 20_000 }).toBe(429);
    // Three limits, see `closeSilent`.
    await expect.poll(get, { timeout: 20_000 }).toBe(200);
  } finally {
    for (const client of clients) client.destroy();
    await server.stop();
  }
});

/** 16 MB of inputs, more than the system buffers for an unread connection. */
function fillHistory(path: string): void {
  const sql = openBetterSqlite3(path);
  sql.transaction(() => {
    sql.run(
      `WITH RECURSIVE n (seq) AS (SELECT 2 UNION ALL SELECT seq + 1 FROM n WHERE seq < 8000)
       INSERT INTO events (user_id, seq, event_id, type, rules, at, bucket, award, data, hash)
       SELECT 42, seq, 'record-' || seq, 'CalculationRecorded.v1', 1, 0, 'activity', 0,
         '{"calculationType":"RiskMoney","day":0,"occurredAt":0,"reason":"too_old","sentAt":null}', printf('%064d', seq)
       FROM n`,
    );
    sql.run(
      `INSERT INTO calculations (user_id, seq, revision, shown, inputs)
       SELECT 42, seq, 0, 1, '{"note":"' || printf('%02000d', seq) || '"}' FROM events WHERE seq > 1`,
    );
  });
  sql.close();
}
