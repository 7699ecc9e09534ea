/**
 * A process that appends records to a ledger as fast as it can, for tests that kill it or run it beside others.
 * Prints `ready`, then the id of each record once its commit was acknowledged, one per line.
 * Arguments: database file, prefix of the record ids, user ids (comma-separated), records per user.
 */
import { createHmac, hash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openLedger } from '#api/ledger/ledger.ts';
import type { Executed } from '#api/ledger/types.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';

const [path = '', prefix = '', users = '', count = '0'] = process.argv.slice(2);
const sql = openBetterSqlite3(path, { mustExist: true });
const ledger = openLedger({
  sql,
  clock: { now: () => Date.now() },
  sha256: (text) => hash('sha256', text),
  hmac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
  schedule: (flush) => setImmediate(flush),
});
writeSync(1, 'ready\n');
await Promise.all(users.split(',').map((user) => appendAll(Number(user))));
sql.close();

async function appendAll(userId: number): Promise<void> {
  for (let index = 0; index < Number(count); index += 1) {
    const recordId = `${prefix}-${index}`;
    const answer = await ledger.transact<Executed>((writer) =>
      writer.execute(userId, {
        type: 'record_calculation',
        recordId,
        calculationType: 'Staking',
        occurredAt: writer.now,
        sentAt: null,
      }),
    );
    if (answer.ok && answer.value.ok) writeSync(1, `${userId}:${recordId}\n`);
  }
}
