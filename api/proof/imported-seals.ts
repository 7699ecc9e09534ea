/** The hashes of sealed plans are in no file of the log: after an import they come from the ledgers again. */
import { sealsOf } from '#api/ledger/sealed-plans.ts';
import { DAY_MS } from '#core/points/days.ts';
import { fromHex, toHex } from '#core/proof/bytes.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import { sealsRoot } from '#core/proof/seal.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { PROOF_PORTS } from './verify.ts';

/** Keeps those of each day whose published root they give. Answers the days that the ledgers do not know as they were. */
export function takeSeals(sql: Sql, ledgers: Sql, entries: readonly DayEntry[]): string[] {
  return entries.flatMap(({ day: text, seals }) => {
    if (seals === undefined) return [];
    const day = Date.parse(text) / DAY_MS;
    const found = new Set(sealsOf(ledgers, day, 1, Number.MAX_SAFE_INTEGER).map(({ hash }) => hash));
    const hashes = [...found].sort().flatMap((hex) => fromHex(hex, 32) ?? []);
    if (hashes.length === 0 || toHex(sealsRoot(hashes, PROOF_PORTS.hash)) !== seals) return [text];
    sql.transaction(() => {
      for (const hash of hashes) sql.run('INSERT OR IGNORE INTO seals (day, hash) VALUES (?, ?)', day, hash);
    });
    return [];
  });
}
