/** The works of two turns of the event loop share a commit. */
import { expect, test } from 'vitest';
import { afterNextTurn } from '#api/deployments/machine/next-turn.ts';
import { openLedger } from '#api/ledger/ledger.ts';
import type { Commit } from '#api/ledger/types.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { hmacHex, sha256Hex } from '#tests/support/hashing.ts';
import { clockAt, ledgerRig, NOON, record, register } from '#tests/support/ledger.ts';

test('a call of the next turn joins the commit, and one of a later turn waits for the following one', async () => {
  const sql = openBetterSqlite3(':memory:');
  await ledgerRig(sql).execute(1, register());
  const commits: number[] = [];
  const ledger = openLedger({
    sql,
    clock: clockAt(NOON),
    sha256: sha256Hex,
    hmac: hmacHex,
    schedule: afterNextTurn,
    onCommit: ({ works }: Commit) => commits.push(works),
  });
  const append = (id: string) => ledger.transact((writer) => writer.execute(1, record(id)));
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  const asked = [append('a')];
  await nextTurn();
  asked.push(append('b'), append('c'));
  await nextTurn();
  await nextTurn();
  asked.push(append('d'));
  expect(await Promise.all(asked)).toMatchObject(asked.map(() => ({ ok: true, value: { ok: true } })));
  expect(commits).toEqual([3, 1]);
});
