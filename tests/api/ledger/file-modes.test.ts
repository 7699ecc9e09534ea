/** Files written by commands hold what the database holds, so only their owner can read them, whatever the umask. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { ledgerRig, register } from '../../support/ledger.ts';
import { runProcess } from '../../support/run-process.ts';
import { ROOT } from '../server/support.ts';

test('backups, exports, saved heads and imported databases have mode 0600', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'irich-modes-'));
  const file = (name: string) => join(folder, name);
  const sql = openBetterSqlite3(file('irich.sqlite'));
  await ledgerRig(sql, undefined, migrations).execute(1, register());
  sql.close();
  const written: readonly (readonly [name: string, ...args: string[]])[] = [
    ['backup.sqlite', 'backup', file('backup.sqlite')],
    ['heads', 'heads', 'write', file('heads')],
    ['all.jsonl', 'export', '--all', file('all.jsonl')],
    ['new.sqlite', 'import', file('all.jsonl'), '--database', file('new.sqlite')],
  ];
  for (const [name, ...args] of written) {
    const command = ['sh', '-c', 'umask 000; exec node api/ops/ledger.ts "$@"', 'sh', ...args];
    const ended = await runProcess(command, {
      cwd: ROOT,
      limitMs: 30_000,
      env: { DATABASE_PATH: file('irich.sqlite') },
    });
    expect(ended, name).toMatchObject({ code: 0 });
    expect((statSync(file(name)).mode & 0o777).toString(8), name).toBe('600');
  }
  rmSync(folder, { recursive: true, force: true });
});
