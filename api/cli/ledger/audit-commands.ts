/** `audit`: of the machine's database, or of a home at a URL; one that was stopped goes on where it was. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ExplainedByClock } from '../../ledger/clock-steps.ts';
import type { Finding } from '../../ledger/findings.ts';
import { HeadsFileError, readHeads } from '../../ledger/heads.ts';
import { auditHome, type HomeAudit } from '../../moving/audit-home.ts';
import { HomeUnreachable } from '../../moving/remote.ts';
import { type NodeSqlite, openBetterSqlite3 } from '../../sqlite/better-sqlite3.ts';
import { FINE, grouped, hasCode, type Io, linesOf, startProgress, UNUSABLE, WRONG } from './io.ts';
import { type AuditedSoFar, auditInParallel } from './parallel-audit.ts';
import { homeAt } from './remote.ts';

export interface AuditArguments {
  /** Saved heads to compare with. */
  readonly heads: string | undefined;
  /** Where it is kept how far the audit has come. */
  readonly state: string | undefined;
}

/** Audits everything in the machine's database. */
export async function auditCommand(sql: NodeSqlite, io: Io, asked: AuditArguments): Promise<number> {
  try {
    return await auditWith(sql, io, asked);
  } catch (error) {
    if (!(error instanceof HeadsFileError) && !hasCode(error, 'ENOENT')) throw error;
    io.err(`${asked.heads}: ${error instanceof HeadsFileError ? error.message : 'there is no such file'}.\n`);
    return UNUSABLE;
  }
}

async function auditWith(sql: NodeSqlite, io: Io, { heads, state }: AuditArguments): Promise<number> {
  const of = `${sql.path} ${heads ?? ''}`;
  const from = state === undefined ? null : readState(state, of);
  if (from === 'other') return otherState(io, state ?? '');
  const progress = startProgress(io);
  const began = performance.now();
  const earlier = from?.report.events ?? 0;
  const perSecond = (events: number) =>
    grouped(Math.round(((events - earlier) / (performance.now() - began)) * 1000));
  let savedAt = began;
  const report = await auditInParallel(sql, {
    ...(heads === undefined ? {} : { heads: readHeads(linesOf(heads)) }),
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
  const { users, events, stale, explained, findings } = report;
  io.out(`users    ${grouped(users)}\n`);
  io.out(`events   ${grouped(events)}, ${perSecond(events)} a second\n`);
  printCredits(io, report);
  printStale(io, stale);
  io.out(heads === undefined ? '' : `heads    compared with ${heads}\n`);
  printExplained(io, explained);
  return printFindings(io, findings);
}

const SAVE_EVERY_MS = 500;
/** Without a version: audits that did not note what steps of the clock explain. They begin anew. */
const EARLIER_FORMAT = 'irich-audit';
const FORMAT = 'irich-audit-2';

/** Null where there is none yet, or one of an earlier version; `other` where the file is something else. */
function readState(path: string, of: string): AuditedSoFar | 'other' | null {
  if (!existsSync(path)) return null;
  const [format, name, done] = tryParse(readFileSync(path, 'utf8'));
  if ((format !== FORMAT && format !== EARLIER_FORMAT) || name !== of) return 'other';
  return format === FORMAT ? (done as AuditedSoFar) : null;
}

function tryParse(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    // Not JSON: another file.
    return [];
  }
}

/** At once whole, so that one that is stopped here leaves the one before. */
function writeState(path: string, of: string, done: AuditedSoFar): void {
  const partial = `${path}.partial-${process.pid}`;
  writeFileSync(partial, JSON.stringify([FORMAT, of, done]));
  renameSync(partial, path);
}

function otherState(io: Io, path: string): number {
  io.err(`${path} is not of this audit: name another file, or remove it to begin anew.\n`);
  return UNUSABLE;
}

/** Audits every ledger of the home at a URL, and what they say of one another. */
export async function auditHomeCommand(io: Io, url: string, state: string | undefined): Promise<number> {
  const home = homeAt(io, url);
  if (home === null) return UNUSABLE;
  if (state !== undefined && !existsSync(dirname(state))) {
    io.err(`There is no folder ${dirname(state)}.\n`);
    return UNUSABLE;
  }
  const scratch = openBetterSqlite3(state ?? '', { mapped: false });
  try {
    if (auditedHome(scratch, url) !== url) return otherState(io, state ?? '');
    const progress = startProgress(io);
    const report = await auditHome(
      home,
      scratch,
      ({ users, events }) =>
        progress.step(() => `${grouped(users)} users, ${grouped(events)} events audited`),
      Date.now(),
    );
    progress.end();
    if (state !== undefined)
      for (const rest of ['', '-wal', '-shm']) rmSync(`${state}${rest}`, { force: true });
    return printHome(io, report);
  } catch (error) {
    if (!(error instanceof HomeUnreachable)) throw error;
    const next =
      state === undefined ? 'with --state it could go on from here' : 'run it again to go on from here';
    io.err(`${error.message}: ${next}.\n`);
    return UNUSABLE;
  } finally {
    scratch.close();
  }
}

/** Whose audit a database keeps: of this URL from now on where it is empty. Null for another's database, which is left alone. */
function auditedHome(scratch: NodeSqlite, url: string): string | null {
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

function printHome(io: Io, report: HomeAudit): number {
  const { users, strangers, events, stale, reserved, explained, findings } = report;
  const listed = strangers === 0 ? '' : `, ${grouped(strangers)} more are listed and never registered`;
  io.out(`users    ${grouped(users)}${listed}\n`);
  io.out(`events   ${grouped(events)}\n`);
  printCredits(io, report);
  printStale(io, stale);
  if (reserved > 0)
    io.out(`wallets  ${grouped(reserved)} reserved and not linked: the next user who proves one gets it\n`);
  printExplained(io, explained);
  return printFindings(io, findings);
}

function printCredits(io: Io, { credits, pending }: { credits: number; pending: number }): void {
  io.out(`credits  ${grouped(credits)}, ${grouped(pending)} of them still to be delivered\n`);
}

function printStale(io: Io, stale: number): void {
  if (stale > 0) io.out(`accounts ${grouped(stale)} of an older version were not compared: run rebuild\n`);
}

/** What a step of the clock explains is no finding, but one forged step could explain anything: the operator judges. */
function printExplained(io: Io, { registrations, steps }: ExplainedByClock): void {
  if (registrations === 0) return;
  io.out(
    `clock    ${grouped(registrations)} registered before their referrer, which steps of the clock explain:\n`,
  );
  for (const { before, after, userId } of steps)
    io.out(`         from ${shown(before)} back to ${shown(after)}, in the ledger of user ${userId}\n`);
}

/** A forged time may be none that a date can show. */
function shown(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? `${at} ms` : date.toISOString();
}

function printFindings(io: Io, findings: readonly Finding[]): number {
  for (const { kind, userId, seq, detail, count } of findings) {
    const where = [userId === null ? [] : `user ${userId}`, seq === null ? [] : `event ${seq}`]
      .flat()
      .join(', ');
    const more = count > 1 ? ` (the first of ${grouped(count)})` : '';
    const verdict = kind === 'unknown_rules' ? 'UPDATE TO VERIFY' : 'WRONG   ';
    io.out(`${verdict} ${kind}: ${[where === '' ? [] : where, detail].flat().join(': ')}${more}\n`);
  }
  if (findings.length === 0) io.out('Nothing is wrong.\n');
  return findings.length === 0 ? FINE : WRONG;
}
