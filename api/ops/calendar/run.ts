/**
 * `npm run calendar -- import FILE [--apply] [--database PATH | --to URL]`: imports economic events from a file of the form
 * that `calendar/import-file.ts` describes, into the database of one machine, or with MOVE_SECRET into the deployment on
 * Cloudflare at a URL. Prints the changes, and makes them only with `--apply`.
 * Exits 1 if the file is faulty, and 2 if the command cannot run.
 */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type ReadFile, readImportFile } from '../../calendar/import-file.ts';
import { applyImport, type ImportPlan, planImport } from '../../calendar/store.ts';
import { Misunderstood, readArguments } from '../arguments.ts';
import { CommandStopped, FINE, type Io, runCommand, WRONG } from '../command.ts';
import { onDatabase, remoteAddress } from '../ledger/places.ts';

const USAGE = 'Usage: npm run calendar -- import FILE [--apply] [--database PATH | --to URL]';
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

/** @returns the exit code of the process. */
export function runCalendar(args: string[], io: Io): Promise<number> {
  return runCommand(io, USAGE, () => importEvents(args, io));
}

async function importEvents(args: string[], io: Io): Promise<number> {
  const { values, positionals } = readArguments({
    args,
    allowPositionals: true,
    options: {
      apply: { type: 'boolean', default: false },
      database: { type: 'string' },
      to: { type: 'string' },
    },
  });
  const { apply, database, to } = values;
  const [command, path, ...more] = positionals;
  if (command !== 'import' || path === undefined || more.length > 0) throw new Misunderstood();
  if (to !== undefined && database !== undefined) throw new Misunderstood();
  const read = readImportFile(readFileSync(path, 'utf8'));
  if (!read.ok) throw new CommandStopped([...read.faults, 'Nothing was imported.'].join('\n'), WRONG);
  const { events, removed } = read;
  const plan =
    to === undefined
      ? await onDatabase(io, database, (sql) =>
          apply ? applyImport(sql, events, Date.now(), removed) : planImport(sql, events, removed),
        )
      : await importRemotely(io, to, read, apply);
  io.out(report(plan, apply));
  return FINE;
}

async function importRemotely(
  io: Io,
  address: string,
  { events, removed }: Extract<ReadFile, { ok: true }>,
  apply: boolean,
): Promise<ImportPlan> {
  const { url, moveSecret } = remoteAddress(io, address);
  let status: number;
  let answer: string;
  try {
    const response = await fetch(`${url}/api/operator/calendar`, {
      method: 'POST',
      headers: { authorization: `Bearer ${moveSecret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ events, removed, apply }),
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    status = response.status;
    answer = await response.text();
  } catch (error) {
    const fault = `${url} cannot be reached: ${error instanceof Error ? error.message : error}`;
    throw new CommandStopped(apply ? `${fault}\nThe import may have succeeded: run it again.` : fault);
  }
  if (status !== 200) {
    const hint = status === 404 ? ' (is the same MOVE_SECRET set here and there?)' : '';
    throw new CommandStopped(`${url} answers ${status}${hint}`);
  }
  const plan = v.safeParse(Plan, answer);
  if (!plan.success) throw new CommandStopped(`${url} answers, but not as an iRICH deployment`);
  return plan.output;
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
