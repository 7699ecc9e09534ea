/** Checks that what guards the ledger inside SQLite (keys, unique indexes, triggers) is still there, unchanged. */
import type { Sql } from '../sqlite/port.ts';
import type { Findings } from './findings.ts';
import { ledgerMigrations } from './migrations.ts';

export function checkSchema(sql: Sql, findings: Findings): void {
  const there = new Set(
    sql.all<{ text: string | null }>('SELECT sql AS text FROM sqlite_master').map((row) => row.text),
  );
  for (const statement of ledgerMigrations.flatMap((migration) => migration.statements)) {
    if (!there.has(statement)) {
      findings.add(
        'schema',
        null,
        null,
        `missing or changed: ${statement.replace(/\s+/g, ' ').slice(0, 60)}`,
      );
    }
  }
}
