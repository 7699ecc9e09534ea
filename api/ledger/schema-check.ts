/** Checks that the ledger's tables, indexes and triggers are as its migrations made them, and that no trigger was added. */
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Findings } from './findings.ts';
import { OWN_DATABASE, ownLedger, ownLedgerLater } from './own-tables.ts';
import { ledgerTables } from './tables.ts';

const STATEMENTS = ledgerTables.migrations.flatMap((migration) => migration.statements);

/** No other table has triggers, so a trigger outside the ledger's migrations is foreign. */
export function checkSchema(sql: Sql, findings: Findings): void {
  const there = sql.all<{ type: string; name: string; text: string | null }>(
    'SELECT type, name, sql AS text FROM sqlite_master ORDER BY type, name',
  );
  const statements = expectedIn(sql, new Set(there.map(({ name }) => name)));
  const texts = new Set(there.map(({ text }) => text));
  const report = (fault: string, statement: string) =>
    findings.add('schema', null, null, `${fault}: ${statement.replace(/\s+/g, ' ').slice(0, 60)}`);
  for (const statement of statements) {
    if (!texts.has(statement)) report('missing or changed', statement);
  }
  for (const { type, text } of there) {
    if (type === 'trigger' && !statements.includes(text ?? ''))
      report('a trigger that no migration made', text ?? '');
  }
}

function expectedIn(sql: Sql, there: ReadonlySet<string>): readonly string[] {
  if (!there.has('migrations')) return STATEMENTS;
  const own = sql.get('SELECT 1 AS found FROM migrations WHERE name = ?', OWN_DATABASE);
  if (own === undefined) return STATEMENTS;
  const begun = ownLedgerLater.filter(({ adds = '' }) => there.has(adds));
  return [...ownLedger, ...begun.flatMap(({ statements }) => statements)];
}
