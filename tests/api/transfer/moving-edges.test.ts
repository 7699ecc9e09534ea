/** Edge cases of a transfer: a failing deployment, pieces of the largest size, and notices from before a deletion. */
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { type Deployment, databaseDeployment } from '#api/transfer/deployment.ts';
import type { Header, Piece } from '#api/transfer/piece.ts';
import { readLedgers } from '#api/transfer/read.ts';
import { DeploymentUnreachable, remoteDeployment } from '#api/transfer/remote.ts';
import { takeNotices } from '#api/transfer/take-notices.ts';
import { writeLedgers } from '#api/transfer/write.ts';
import { hmacHex, sha256Hex } from '#tests/support/hashing.ts';
import { ledgerRig, record, register } from '#tests/support/ledger.ts';

describe('a remote deployment', () => {
  const FACTS = { creditSecret: 's', readOnly: true, migrations: [], parts: 1 };
  let answers: (() => Response)[];
  let waits: number[];
  beforeEach(() => {
    waits = [];
  });
  const answer =
    (status: number, headers = {}) =>
    () =>
      new Response(JSON.stringify(FACTS), { status, headers });
  const lost = () => {
    throw new Error('no network');
  };
  const facts = () =>
    remoteDeployment({
      url: 'https://objects.example',
      moveSecret: 's',
      fetch: async () => (answers.shift() ?? answer(200))(),
      wait: async (ms) => void waits.push(ms),
    }).facts();

  test('in trouble is called again after 0.5 s, 1 s, 2 s, …', async () => {
    answers = [answer(500), answer(503), lost, answer(599), answer(429)];
    expect(await facts()).toEqual(FACTS);
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000]);
  });

  test('that asks for a longer wait gets it', async () => {
    answers = [answer(429, { 'retry-after': '7' }), answer(503, { 'retry-after': '0' })];
    expect(await facts()).toEqual(FACTS);
    expect(waits).toEqual([7000, 1000]);
  });

  test('counts as unreachable after six calls without an answer', async () => {
    answers = Array.from({ length: 6 }, () => answer(500));
    await expect(facts()).rejects.toThrow(DeploymentUnreachable);
    expect([waits.length, answers.length]).toEqual([5, 0]);
  });

  test.each([400, 404, 409])('that refuses with %i is not called again', async (status) => {
    answers = [answer(status)];
    await expect(facts()).rejects.toThrow(DeploymentUnreachable);
    expect(waits).toEqual([]);
  });
});

describe('pieces', () => {
  const deps = (sql: ReturnType<typeof openBetterSqlite3>) => ({ sql, sha256: sha256Hex, hmac: hmacHex });
  const fresh = () => {
    const sql = openBetterSqlite3(':memory:');
    migrate(sql, sharedMigrations, 0);
    return sql;
  };

  test("of hundreds of kilobytes are sent alone, small ones together, each user's in order", async () => {
    const from = fresh();
    const rig = ledgerRig(from, undefined, sharedMigrations);
    for (const [userId, records] of [
      [1, 450],
      [2, 3],
      [3, 450],
      [4, 3],
    ] as const) {
      await rig.execute(userId, register());
      await rig.alone((writer) => {
        for (let index = 0; index < records; index += 1) writer.execute(userId, record(`r${index}`));
        return null;
      });
      if (records > 3)
        from.run(
          `INSERT INTO calculations (user_id, seq, revision, shown, inputs)
           SELECT user_id, seq, 1, 1, ? FROM events WHERE user_id = ? AND seq > 1`,
          JSON.stringify({ text: 'x'.repeat(1900) }),
          userId,
        );
    }
    const lines: string[] = [];
    await writeLedgers(databaseDeployment(deps(from)), 0, (line) => lines.push(line));
    const [first = '', ...rest] = lines;
    const header = JSON.parse(first) as Header;

    const to = fresh();
    const scratch = () => {
      const sql = fresh();
      sql.run("INSERT INTO meta (name, value) VALUES ('credit_secret', ?)", header.creditSecret);
      return { sql, close: () => sql.close() };
    };
    to.run("INSERT INTO meta (name, value) VALUES ('credit_secret', ?)", header.creditSecret);
    const deployment = databaseDeployment(deps(to));
    const together: number[][] = [];
    const counting = {
      ...deployment,
      async ask(asks: readonly { userId: number; ask: { type: string; piece: Piece } }[]) {
        if (asks.length === 0) throw new Error('No call is expected');
        if (asks[0]?.ask.type === 'accept') together.push(asks.map(({ userId }) => userId));
        return deployment.ask(asks as never);
      },
    } as unknown as Deployment;
    const refused: unknown[] = [];
    const read = { deployment: counting, scratch, sha256: sha256Hex, hmac: hmacHex };
    const counts = await readLedgers(
      { ...read, onRefused: (...args) => refused.push(args) },
      header,
      rest.map((line) => line.trimEnd()),
    );
    expect(counts).toMatchObject({ users: 4, moved: 4, there: 0, refused: 0 });
    expect(refused).toEqual([]);
    for (const table of ['events', 'calculations'])
      expect(to.all(`SELECT * FROM ${table}`)).toEqual(from.all(`SELECT * FROM ${table}`));
    // Two full pieces of each long ledger are too large to share a request, its rest is not.
    expect(together.flat().filter((userId) => userId === 1)).toHaveLength(3);
    expect(together.length).toBeLessThan(8);
    for (const users of together) expect(new Set(users).size).toBe(users.length);
  });
});

describe('notices of a piece', () => {
  const HASH = 'h';
  const noticeAt = (seq: number) => {
    const notice = { id: `${HASH}:level_reached`, userId: 1, seq, at: 0, kind: 'level_reached', level: 2 };
    return { user_id: 1, seq, kind: 'level_reached', notice: JSON.stringify(notice) };
  };
  function waiting(
    seqs: readonly number[],
    knownUpTo: number,
    erasedUpTo: number,
    here: readonly number[] = [],
  ) {
    const sql = openBetterSqlite3(':memory:');
    migrate(sql, sharedMigrations, 0);
    for (const seq of here)
      sql.run('INSERT INTO notices VALUES (1, ?, ?, ?)', seq, 'level_reached', noticeAt(seq).notice);
    const events = [1, 2, 3, 4, 5].map((seq) => ({ seq, hash: HASH }));
    const piece = { userId: 1, events, notices: seqs.map(noticeAt) } as unknown as Piece;
    expect(takeNotices(sql, piece, knownUpTo, erasedUpTo)).toBeNull();
    return sql.all<{ seq: number }>('SELECT seq FROM notices ORDER BY seq').map(({ seq }) => seq);
  }

  test('wait if their events are new and after the last deletion', () => {
    expect(waiting([1, 2, 3, 4, 5], 0, 0)).toEqual([1, 2, 3, 4, 5]);
    expect(waiting([1, 2, 3, 4, 5], 2, 0)).toEqual([3, 4, 5]);
    expect(waiting([1, 2, 3, 4, 5], 0, 3)).toEqual([4, 5]);
    expect(waiting([1, 2, 3, 4, 5], 4, 3)).toEqual([5]);
  });

  test('of known events wait only if they wait in both deployments', () => {
    expect(waiting([1, 3], 5, 0, [1, 2])).toEqual([1]);
    expect(waiting([], 2, 0, [1, 2, 3])).toEqual([3]);
  });

  test('of known events after the piece stay for the piece that holds their event', () => {
    expect(waiting([], 7, 0, [5, 6, 7])).toEqual([6, 7]);
  });
});
