/** The hashes of sealed plans are in no file of the log: after an import they come from the ledgers again. */
import { sealsOf } from '#api/ledger/sealed-plans.ts';
import { DAY_MS } from '#core/points/days.ts';
import { fromHex, toHex } from '#core/proof/bytes.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { forgetSeals, hashAllSeals, sealsRoot } from './seal-tree.ts';

/** Keeps those of each day whose published root they give. Answers the days that the ledgers do not know as they were. */
export function takeSeals(sql: Sql, ledgers: Sql, entries: readonly DayEntry[]): string[] {
  return entries.flatMap(({ day: text, seals }) => {
    if (seals === undefined) return [];
    const day = Date.parse(text) / DAY_MS;
    return sql.transaction(() => take(sql, ledgers, day, seals)) ? [] : [text];
  });
}

/** False, and nothing is kept, if the day's root is another one. */
function take(sql: Sql, ledgers: Sql, day: number, root: string): boolean {
  for (const { hash } of sealsOf(ledgers, day, 1, Number.MAX_SAFE_INTEGER)) {
    const seal = fromHex(hash, 32);
    if (seal !== null) sql.run('INSERT OR IGNORE INTO seals (day, hash) VALUES (?, ?)', day, seal);
  }
  hashAllSeals(sql, day);
  const found = sealsRoot(sql, day);
  if (found !== null && toHex(found) === root) return true;
  forgetSeals(sql, day);
  return false;
}
