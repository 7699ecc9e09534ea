/** `audit`: checks the machine's database, or a deployment at a URL. A stopped audit resumes. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { ExplainedByClock } from '../../ledger/clock-steps.ts';
import type { Finding } from '../../ledger/findings.ts';
import { type NodeSqlite, openBetterSqlite3 } from '../../runtime/sqlite/better-sqlite3.ts';
import { auditDeployment } from '../../transfer/audit-deployment.ts';
import { DeploymentUnreachable } from '../../transfer/remote.ts';
import { CommandStopped, FINE, grouped, type Io, startProgress, WRONG } from '../command.ts';
import { requireFolder } from './files.ts';
import { headsIn } from './heads-commands.ts';
import { type AuditedSoFar, auditInParallel } from './parallel-audit.ts';
import { deploymentAt } from './places.ts';

export interface AuditArguments {
  /** Saved heads to compare with. */
  readonly heads: string | undefined;
  /** A file that keeps the progress of the audit. */
  readonly state: string | undefined;
}

/** Audits everything in the machine's database. */
export async function auditCommand(
  sql: NodeSqlite,
  io: Io,
  { heads, state }: AuditArguments,
): Promise<number> {
  const of = `${sql.path} ${heads ?? ''}`;
  const from = state === undefined ? null : readState(state, of);
  const progress = startProgress(io);
  const began = performance.now();
  const earlier = from?.report.events ?? 0;
  const perSecond = (events: number) =>
    grouped(Math.round(((events - earlier) / (performance.now() - began)) * 1000));
  let savedAt = began;
  const report = await auditInParallel(sql, {
    ...(heads === undefined ? {} : { heads: headsIn(heads) }),
    ...(from === null ? {} : { from }),
    onProgress(done) {
      const { events } = done.report;
      progress.step(() => `${grouped(events)} events audited, ${perSecond(events)} a second`);
      if (state === undefined || performance.now() - savedAt < SAVE_EVERY_MS) return;
      savedAt = performance.now();
      writeState(state, of, done);
    },
  });
  progress.end();
  if (state !== undefined) rmSync(state, { force: true });
  const { users, events } = report;
  io.out(`users    ${grouped(users)}\n`);
  io.out(`events   ${grouped(events)}, ${perSecond(events)} a second\n`);
  return printReport(io, report, heads === undefined ? '' : `heads    compared with ${heads}\n`);
}

const SAVE_EVERY_MS = 500;
/** Audits before version 2 did not record clock steps, so they start again. */
const EARLIER_FORMAT = 'irich-audit';
const FORMAT = 'irich-audit-2';

/** Null if there is no file yet, or one of an earlier version. Throws `CommandStopped` for the state of another audit. */
function readState(path: string, of: string): AuditedSoFar | null {
  if (!existsSync(path)) return null;
  const [format, name, done] = tryParse(readFileSync(path, 'utf8'));
  if ((format !== FORMAT && format !== EARLIER_FORMAT) || name !== of) throw otherState(path);
  return format === FORMAT ? (done as AuditedSoFar) : null;
}

function tryParse(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    // Not JSON, so not a state file.
    return [];
  }
}

/** Replaces the file in one step, so that an interrupted write leaves the previous state. */
function writeState(path: string, of: string, done: AuditedSoFar): void {
  const partial = `${path}.partial-${process.pid}`;
  writeFileSync(partial, JSON.stringify([FORMAT, of, done]));
  renameSync(partial, path);
}

function otherState(path: string): CommandStopped {
  return new CommandStopped(
    `${path} belongs to another audit: name another file, or remove it to start again.`,
  );
}

/** Audits every ledger of the deployment at a URL, and compares the ledgers with each other. */
export async function auditDeploymentCommand(
  io: Io,
  url: string,
  state: string | undefined,
): Promise<number> {
  const deployment = deploymentAt(io, url);
  if (state !== undefined) requireFolder(state);
  const scratch = openBetterSqlite3(state ?? '');
  try {
    if (auditedUrl(scratch, url) !== url) throw otherState(state ?? '');
    const progress = startProgress(io);
    const report = await auditDeployment(
      deployment,
      scratch,
      ({ users, events }) =>
        progress.step(() => `${grouped(users)} users, ${grouped(events)} events audited`),
      Date.now(),
    );
    progress.end();
    if (state !== undefined)
      for (const rest of ['', '-wal', '-shm']) rmSync(`${state}${rest}`, { force: true });
    const { users, strangers, events, reserved } = report;
    const listed = strangers === 0 ? '' : `, ${grouped(strangers)} more are listed and never registered`;
    io.out(`users    ${grouped(users)}${listed}\n`);
    io.out(`events   ${grouped(events)}\n`);
    const unlinked = `wallets  ${grouped(reserved)} reserved and not linked: the next user who proves one gets it\n`;
    return printReport(io, report, reserved === 0 ? '' : unlinked);
  } catch (error) {
    if (!(error instanceof DeploymentUnreachable)) throw error;
    const next =
      state === undefined ? 'with --state the audit could resume here' : 'run it again to resume here';
    throw new CommandStopped(`${error.message}: ${next}.`);
  } finally {
    scratch.close();
  }
}

/**
 * The URL that a state database belongs to; an empty one is assigned to this URL. Null for a database of another kind,
 * which stays untouched.
 */
function auditedUrl(scratch: NodeSqlite, url: string): string | null {
  return scratch.transaction(() => {
    const tables = scratch.all<{ name: string }>('SELECT name FROM sqlite_master');
    if (tables.length === 0) {
      scratch.run('CREATE TABLE irich_audit (url TEXT PRIMARY KEY) STRICT');
      scratch.run('INSERT INTO irich_audit VALUES (?)', url);
      return url;
    }
    if (tables.every(({ name }) => name !== 'irich_audit')) return null;
    return scratch.get<{ url: string }>('SELECT url FROM irich_audit')?.url ?? null;
  });
}

interface Report {
  readonly credits: number;
  readonly pending: number;
  readonly stale: number;
  readonly explained: ExplainedByClock;
  readonly findings: readonly Finding[];
}

/** @param own a line of this kind of audit. */
function printReport(io: Io, { credits, pending, stale, explained, findings }: Report, own: string): number {
  io.out(`credits  ${grouped(credits)}, ${grouped(pending)} of them still to be delivered\n`);
  if (stale > 0) io.out(`accounts ${grouped(stale)} of an older version were not compared: run rebuild\n`);
  io.out(own);
  printExplained(io, explained);
  for (const finding of findings) io.out(`${findingLine(finding)}\n`);
  if (findings.length > 0) return WRONG;
  io.out('Nothing is wrong.\n');
  return FINE;
}

/** A clock step explains these registrations, but one forged step could explain anything, so the operator decides. */
function printExplained(io: Io, { registrations, steps }: ExplainedByClock): void {
  if (registrations === 0) return;
  io.out(
    `clock    ${grouped(registrations)} registered before their referrer; these steps of the clock explain it:\n`,
  );
  for (const { before, after, userId } of steps)
    io.out(`         from ${shown(before)} back to ${shown(after)}, in the ledger of user ${userId}\n`);
}

/** A forged time may lie outside the range of `Date`. */
function shown(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? `${at} ms` : date.toISOString();
}

function findingLine({ kind, userId, seq, detail, count }: Finding): string {
  const where = [userId === null ? [] : `user ${userId}`, seq === null ? [] : `event ${seq}`]
    .flat()
    .join(', ');
  const more = count > 1 ? ` (the first of ${grouped(count)})` : '';
  const verdict = kind === 'unknown_rules' ? 'UPDATE TO VERIFY' : 'WRONG   ';
  return `${verdict} ${kind}: ${[where === '' ? [] : where, detail].flat().join(': ')}${more}`;
}
