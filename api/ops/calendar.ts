/**
 * `npm run calendar -- import FILE [--apply] [--database PATH | --to URL]`: imports economic events from a file of the form
 * that `calendar/import-file.ts` describes, into the database of one machine, or with MOVE_SECRET into the deployment on
 * Cloudflare at a URL. Prints the changes, and makes them only with `--apply`.
 * Exits 1 if the file is faulty, and 2 if the command cannot run.
 */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type ReadFile, readImportFile } from '../calendar/import-file.ts';
import { applyImport, type ImportPlan, planImport } from '../calendar/store.ts';
import type { NodeSqlite } from '../runtime/sqlite/better-sqlite3.ts';
import { readArguments } from './arguments.ts';
import { openDatabase } from './ledger/database.ts';
import { type Io, systemCode } from './ledger/io.ts';
import { remoteAddress } from './ledger/remote.ts';

const USAGE = 'Usage: npm run calendar -- import FILE [--apply] [--database PATH | --to URL]\n';
/** Time for the whole request, to the last byte of the answer. */
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
  const asked = readArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      apply: { type: 'boolean', default: false },
      database: { type: 'string' },
      to: { type: 'string' },
    },
  });
  if (!asked.ok) return usage(io, `${asked.fault}. `);
  const { apply, database, to } = asked.values;
  const [command, path, ...more] = asked.positionals;
  if (command !== 'import' || path === undefined || more.length > 0) return usage(io);
  if (to !== undefined && database !== undefined) return usage(io);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    io.err(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}\n`);
    return 2;
  }
  const read = readImportFile(text);
  if (!read.ok) {
    for (const fault of read.faults) io.err(`${fault}\n`);
    io.err('Nothing was imported.\n');
    return 1;
  }
  return to === undefined ? importHere(io, database, read, apply) : importRemotely(io, to, read, apply);
}

function usage(io: Io, fault = ''): number {
  io.err(`${fault}${USAGE}`);
  return 2;
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
      const hint = response.status === 404 ? ' (is the same MOVE_SECRET set here and there?)' : '';
      io.err(`${url} answers ${response.status}${hint}\n`);
      return 2;
    }
    const plan = v.safeParse(Plan, answer);
    if (plan.success) {
      io.out(report(plan.output, apply));
      return 0;
    }
    io.err(`${url} answers, but not as an iRICH deployment\n`);
  } catch (error) {
    io.err(`${url} cannot be reached: ${error instanceof Error ? error.message : error}\n`);
    if (apply) io.err('The import may have succeeded: run it again.\n');
  }
  return 2;
}

function report({ added, changed, removed, same }: ImportPlan, isApplied: boolean): string {
  return [
    ...added.map((id) => `+ ${id}`),
    ...changed.map(({ id, fields }) => `~ ${id}: ${fields.join(', ')}`),
    ...removed.map((id) => `- ${id}`),
    `${added.length} new, ${changed.length} changed, ${removed.length} removed, ${same} unchanged.`,
    isApplied ? 'Imported.' : 'Nothing was changed: add --apply to import.',
    '',
  ].join('\n');
}
