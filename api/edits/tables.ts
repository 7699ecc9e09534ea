/** The newest edit of each field that a user's devices may change offline: the account, and outcomes of records. */
import * as v from 'valibot';
import type { Sql } from '../runtime/sqlite/port.ts';
import { count, defineTables, whole } from '../runtime/sqlite/tables.ts';

/** A time in milliseconds, or a little more: below this a later number is always greater. */
const change = v.pipe(count, v.maxValue(8.64e15));

export const EditRow = v.strictObject({
  user_id: whole,
  seq: count,
  field: v.string(),
  value: v.string(),
  edited_at: whole,
  device: v.string(),
  change,
});
export type EditRow = v.InferOutput<typeof EditRow>;

export const EditChangeRow = v.strictObject({ user_id: whole, change });
export type EditChangeRow = v.InferOutput<typeof EditChangeRow>;

export const editTables = defineTables({
  migrations: [
    {
      name: 'edits-001',
      adds: 'edits',
      statements: [
        // `seq`: the event of the record, 0 for the account. `change` grows with each edit that the server takes.
        `CREATE TABLE edits (
         user_id INTEGER NOT NULL,
         seq INTEGER NOT NULL,
         field TEXT NOT NULL,
         value TEXT NOT NULL,
         edited_at INTEGER NOT NULL,
         device TEXT NOT NULL,
         change INTEGER NOT NULL,
         PRIMARY KEY (user_id, seq, field)
       ) STRICT, WITHOUT ROWID`,
        'CREATE INDEX edits_by_change ON edits (user_id, change)',
      ],
      work: dropErased,
    },
    {
      name: 'edits-002',
      adds: 'edit_changes',
      statements: [
        // The newest numbers that edits, deletions and revisions of records got, those of replaced edits too.
        `CREATE TABLE edit_changes (
         user_id INTEGER NOT NULL,
         change INTEGER NOT NULL,
         PRIMARY KEY (user_id, change)
       ) STRICT, WITHOUT ROWID`,
        'INSERT INTO edit_changes SELECT DISTINCT user_id, change FROM edits',
      ],
    },
  ],
  erase: { edits: true, edit_changes: true },
  transfer: {
    edits: EditRow,
    edit_changes: EditChangeRow,
  },
  privacy: {
    edits: 'calculations',
    edit_changes: 'calculations',
  },
  personal: {
    edits: { key: 'seq, field', shows: 'seq, field, value, edited_at, device, change' },
    edit_changes: { key: 'change', shows: 'change' },
  },
});

/** Older code, which does not know the table, may have erased records or users meanwhile. */
function dropErased(sql: Sql): void {
  sql.run(
    `DELETE FROM edits WHERE CASE WHEN seq = 0 THEN user_id NOT IN (SELECT user_id FROM people)
     ELSE NOT EXISTS (SELECT 1 FROM calculations c
                      WHERE c.user_id = edits.user_id AND c.seq = edits.seq AND c.shown = 1) END`,
  );
}
