/** Checks that the ledger's tables, indexes and triggers are as its migrations made them, and that no trigger was added. */
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Findings } from './findings.ts';
import { ledgerTables } from './tables.ts';

const STATEMENTS = ledgerTables.migrations.flatMap((migration) => migration.statements);

/** No other table has triggers, so a trigger outside the ledger's migrations is foreign. */
export function checkSchema(sql: Sql, findings: Findings): void {
  const there = sql.all<{ type: string; text: string | null }>(
    'SELECT type, sql AS text FROM sqlite_master ORDER BY type, name',
  );
  const texts = new Set(there.map(({ text }) => text));
  const report = (fault: string, statement: string) =>
    findings.add('schema', null, null, `${fault}: ${statement.replace(/\s+/g, ' ').slice(0, 60)}`);
  for (const statement of STATEMENTS) {
    if (!texts.has(statement)) report('missing or changed', statement);
  }
  for (const { type, text } of there) {
    if (type === 'trigger' && !STATEMENTS.includes(text ?? ''))
      report('a trigger that no migration made', text ?? '');
  }
}
