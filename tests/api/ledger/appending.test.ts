/** Appending: what a commit reads, how it catches up with unseen events, and repeated commands. */
import { beforeEach, describe, expect, test } from 'vitest';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { type LedgerRig, ledgerRig, record, register } from '#tests/support/ledger.ts';

let sql: Sql;
/** SQL sent to the database. */
let asked: string[];
let rig: LedgerRig;
beforeEach(async () => {
  const inner = openBetterSqlite3(':memory:');
  asked = [];
  sql = {
    ...inner,
    run(text, ...values) {
      asked.push(text);
      return inner.run(text, ...values);
    },
    get(text, ...values) {
      asked.push(text);
      return inner.get(text, ...values);
    },
    all(text, ...values) {
      asked.push(text);
      return inner.all(text, ...values);
    },
  };
  rig = ledgerRig(sql);
  await rig.execute(1, register());
  await rig.execute(2, register(1));
});
const askedOf = (table: string) => asked.filter((text) => new RegExp(`FROM ${table}\\b`).test(text)).length;

describe('a commit', () => {
  test("reads a ledger's row once and then remembers its state", async () => {
    const after = rig.reopen();
    asked.length = 0;
    await after.execute(1, record('a'));
    expect(askedOf('accounts')).toBe(1);
    await after.execute(1, record('b'));
    await after.alone((writer) => ({ seq: writer.account(1)?.head.seq }));
    expect(askedOf('accounts')).toBe(1);
  });

  test('remembers states that it only read', async () => {
    const after = rig.reopen();
    asked.length = 0;
    for (let time = 0; time < 2; time += 1) await after.alone((writer) => ({ is: writer.account(1) }));
    expect(askedOf('accounts')).toBe(1);
  });

  test('reads the outbox only after it has caused credits', async () => {
    asked.length = 0;
    await rig.execute(1, record('a'));
    await rig.alone((writer) => ({ is: writer.account(1) }));
    expect(askedOf('credits')).toBe(0);
    await rig.execute(2, record('a'));
    expect(askedOf('credits')).toBeGreaterThan(0);
  });

  test('appends ten records of a batch by one statement', async () => {
    asked.length = 0;
    const batch = Array.from({ length: 25 }, (_, index) => record(`r${index}`));
    await rig.alone((writer) => ({ all: writer.recordAll(1, batch) }));
    expect(asked.filter((text) => text.startsWith('INSERT INTO events')).length).toBe(3);
  });

  test('looks up no wallet if none is linked', async () => {
    asked.length = 0;
    await rig.execute(1, record('a'));
    expect(askedOf('wallets')).toBe(0);
  });
});

describe('unseen events of a ledger', () => {
  /** The current row of user 1; the returned function restores it. */
  function keepRow(): () => void {
    const row = sql.get<{ state: string; seq: number; hash: string }>(
      'SELECT * FROM accounts WHERE user_id = 1',
    );
    return () =>
      sql.run(
        'UPDATE accounts SET state = ?, seq = ?, hash = ? WHERE user_id = 1',
        row?.state ?? '',
        row?.seq ?? 0,
        row?.hash ?? '',
      );
  }

  test('are caught up with by the next append', async () => {
    const putBack = keepRow();
    for (const id of ['a', 'b', 'c']) await rig.execute(1, record(id));
    putBack();
    const answer = await rig.reopen().execute(1, record('d'));
    expect(answer).toMatchObject({ ok: true, events: [{ eventId: 'd', seq: 6 }] });
    expect(rig.ledger.read.account(1)?.points.activity).toBe(4000);
  });

  test('become the answer if they match the command', async () => {
    const putBack = keepRow();
    await rig.execute(1, record('a'));
    await rig.execute(1, { type: 'claim_check_in' });
    putBack();
    const after = rig.reopen();
    expect(await after.execute(1, record('a'))).toMatchObject({
      ok: true,
      events: [],
      duplicateOf: { seq: 3 },
    });
    expect(await after.execute(1, { ...record('a'), calculationType: 'Staking' })).toMatchObject({
      ok: false,
      error: { type: 'conflict', existing: { seq: 3 } },
    });
  });
});

test('a repeated command appends nothing and sends no notice', async () => {
  const back = {
    type: 'correct',
    correctionId: 'c',
    bucket: 'referral',
    amount: -50_000,
    reason: 'a test',
  } as const;
  const first = await rig.execute(1, back);
  expect(first).toMatchObject({ ok: true, events: [{ award: -50_000 }] });
  const again = await rig.execute(1, back);
  expect(again).toMatchObject({ ok: true, state: first.ok ? first.state : null });
  expect(again).toHaveProperty('events', []);
  expect(again).toHaveProperty('facts', []);
  expect(again).toHaveProperty('duplicateOf', first.ok ? first.events[0] : null);
});
