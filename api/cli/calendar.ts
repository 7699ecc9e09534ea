/**
 * `npm run calendar -- import FILE [--apply] [--database PATH | --to URL]`: economic events from a file of the form that
 * `calendar/import-file.ts` describes, into the database of one machine, or with MOVE_SECRET into the home on Cloudflare at a URL.
 * Says what would change; only with `--apply` it does.
 * Exits 1 where the file is at fault, and 2 where there is nothing to work on.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { type ReadFile, readImportFile } from '../calendar/import-file.ts';
import { applyImport, type ImportPlan, planImport } from '../calendar/store.ts';
import type { NodeSqlite } from '../sqlite/better-sqlite3.ts';
import { openDatabase } from './ledger/database.ts';
import { type Io, systemCode } from './ledger/io.ts';
import { remoteAddress } from './ledger/remote.ts';

const USAGE = 'Usage: npm run calendar -- import FILE [--apply] [--database PATH | --to URL]\n';
/** For a whole file, to the last byte of the answer. */
const LIMIT_MS = 60_000;
const Plan = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    added: v.array(v.string()),
    changed: v.array(v.object({ id: v.string(), fields: v.array(v.string()) })),
    removed: v.optional(v.array(v.string()), []),
    same: v.number(),
  }),
);

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  env: process.env,
});

async function run(args: readonly string[], io: Io): Promise<number> {
  const asked = readArgs(args);
  if (asked === null) {
    io.err(USAGE);
    return 2;
  }
  let text: string;
  try {
    text = readFileSync(asked.file, 'utf8');
  } catch (error) {
    io.err(`${asked.file} cannot be read: ${(error as NodeJS.ErrnoException).code}\n`);
    return 2;
  }
  const read = readImportFile(text);
  if (!read.ok) {
    for (const fault of read.faults) io.err(`${fault}\n`);
    io.err('Nothing was imported.\n');
    return 1;
  }
  return asked.to === undefined
    ? importHere(io, asked.database, read, asked.apply)
    : importRemotely(io, asked.to, read, asked.apply);
}

type Content = Extract<ReadFile, { ok: true }>;

function importHere(
  io: Io,
  database: string | undefined,
  { events, removed }: Content,
  apply: boolean,
): number {
  let sql: NodeSqlite | null = null;
  try {
    sql = openDatabase(io, database);
    if (sql === null) return 2;
    io.out(
      report(apply ? applyImport(sql, events, Date.now(), removed) : planImport(sql, events, removed), apply),
    );
    return 0;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    io.err(`The database cannot be used: ${(error as Error).message}. Nothing was imported.\n`);
    return 2;
  } finally {
    sql?.close();
  }
}

async function importRemotely(
  io: Io,
  text: string,
  { events, removed }: Content,
  apply: boolean,
): Promise<number> {
  const address = remoteAddress(io, text);
  if (address === null) return 2;
  const { url, moveSecret } = address;
  try {
    const response = await fetch(`${url}/api/operator/calendar`, {
      method: 'POST',
      headers: { authorization: `Bearer ${moveSecret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ events, removed, apply }),
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const answer = await response.text();
    if (response.status !== 200) {
      const hint = response.status === 404 ? ' (is MOVE_SECRET set there, and the same here?)' : '';
      io.err(`${url} answers ${response.status}${hint}\n`);
      return 2;
    }
    const plan = v.safeParse(Plan, answer);
    if (plan.success) {
      io.out(report(plan.output, apply));
      return 0;
    }
    io.err(`${url} answers, but not as a home does\n`);
  } catch (error) {
    io.err(`${url} cannot be reached: ${error instanceof Error ? error.message : error}\n`);
    if (apply) io.err('It may have been imported all the same: import it again.\n');
  }
  return 2;
}

function report({ added, changed, removed, same }: ImportPlan, isApplied: boolean): string {
  return [
    ...added.map((id) => `+ ${id}`),
    ...changed.map(({ id, fields }) => `~ ${id}: ${fields.join(', ')}`),
    ...removed.map((id) => `- ${id}`),
    `${added.length} new, ${changed.length} changed, ${removed.length} removed, ${same} as they are.`,
    isApplied ? 'Imported.' : 'Nothing was changed: add --apply to import.',
    '',
  ].join('\n');
}

function readArgs(
  args: readonly string[],
): { file: string; apply: boolean; database: string | undefined; to: string | undefined } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        apply: { type: 'boolean', default: false },
        database: { type: 'string' },
        to: { type: 'string' },
      },
    });
    const [command, file, ...more] = positionals;
    if (command !== 'import' || file === undefined || more.length > 0) return null;
    if (values.to !== undefined && values.database !== undefined) return null;
    return { file, apply: values.apply, database: values.database, to: values.to };
  } catch {
    return null;
  }
}
