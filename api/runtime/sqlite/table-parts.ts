/** What migrations make, table by table: for a database that gets the same tables by another way. */
import type { Migration } from './migrations.ts';

/**
 * The statements that make a table in its newest form with its indexes and triggers.
 * @param changes what takes the place of a table, an index or a trigger, by name; null leaves it out.
 */
export function partOf(
  migrations: readonly Migration[],
  table: string,
  changes: Readonly<Record<string, string | null>> = {},
): readonly string[] {
  const made: string[] = [];
  for (const text of migrations.flatMap(({ statements }) => statements)) {
    const [, name = '', on = name] = MAKES.exec(text) ?? [];
    const [, widened, column] = WIDENS.exec(text) ?? [];
    // As SQLite itself stores a table with another column.
    if (widened === table) made[0] = made[0]?.replace(/\)(?=[^)]*$)/, `, ${column})`) ?? '';
    if (on !== table) continue;
    const changed = changes[name];
    if (changed !== null) made.push(changed ?? text);
  }
  return made;
}

const MAKES = /^CREATE (?:TABLE|(?:UNIQUE )?INDEX|TRIGGER) (\w+)(?:\s+(?:BEFORE[\s\S]*?\s)?ON (\w+))?/;
const WIDENS = /^ALTER TABLE (\w+) ADD COLUMN (.+)$/;
