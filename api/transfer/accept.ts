/**
 * Accepts a piece of a ledger and checks all of it before storing any of it. Events that are already stored must match byte
 * for byte. New events must continue the hash chain and follow their own rules. Credits must be exactly those that the
 * events cause. A piece is stored whole or not at all, so a partly moved ledger is valid, only shorter.
 */
import { type FaultWord, startCheck } from '#core/points/audit.ts';
import type { Head, StoredEvent } from '#core/points/events.ts';
import { initialState, isDeleted, type LedgerState } from '#core/points/evolve.ts';
import { exportEventLine } from '#core/points/export-lines.ts';
import { foldOn, LedgerNewer, readToAppend, writeAccount } from '../ledger/accounts.ts';
import { addCredit, creditNames, noteImportedCredits } from '../ledger/credit-rows.ts';
import { creditSecret } from '../ledger/credit-secret.ts';
import { appendEvents, EVENT_COLUMNS, newestHead } from '../ledger/event-rows.ts';
import type { CreditRow } from '../ledger/tables.ts';
import { keepWallet } from '../ledger/wallets.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { eraseUser } from '../users/erase-user.ts';
import type { CalculationRow, PersonRow } from '../users/tables.ts';
import { findPerson } from '../users/users.ts';
import type { Piece } from './piece.ts';
import { takeEdits } from './take-edits.ts';
import { takeEventReminders } from './take-event-reminders.ts';
import { takeNotices } from './take-notices.ts';
import { takeRevealedPlans } from './take-revealed-plans.ts';
import { takeSettings } from './take-settings.ts';

export interface AcceptDeps {
  readonly sql: Sql;
  readonly sha256: (text: string) => string;
  /** HMAC-SHA256, lower-case hex. */
  readonly hmac: (key: string, text: string) => string;
}

/**
 * Beside the faults that the ledger check names:
 * - `diverged`: a different event is stored under this number.
 * - `credit_missing`, `credit_wrong`, `credit_without_source`: the credits of the piece do not match its events.
 * - `calculation_without_event`: a row of inputs belongs to no calculation event of this piece.
 * - `notice_without_event`: a notice refers to an event outside this piece, or contradicts its own row.
 * - `wallet_taken`: the linked wallet belongs to another user of this deployment.
 * - `wallet_wrong`: the wallet address in the piece does not match the linked wallet.
 */
export type RefusalWord =
  | FaultWord
  | 'diverged'
  | 'credit_missing'
  | 'credit_wrong'
  | 'credit_without_source'
  | 'calculation_without_event'
  | 'notice_without_event'
  | 'wallet_taken'
  | 'wallet_wrong';

export type Accepted =
  | { readonly ok: true; readonly head: Head }
  | { readonly ok: false; readonly error: { readonly type: RefusalWord; readonly seq: number } };

class Refused extends Error {
  readonly reason: { readonly type: RefusalWord; readonly seq: number };

  constructor(type: RefusalWord, seq: number) {
    super(type);
    this.reason = { type, seq };
  }
}

export function acceptPiece(deps: AcceptDeps, piece: Piece): Accepted {
  try {
    return deps.sql.transaction<Accepted>(() => ({ ok: true, head: accept(deps, piece) }));
  } catch (error) {
    if (error instanceof Refused) return { ok: false, error: error.reason };
    if (error instanceof LedgerNewer) return { ok: false, error: { type: 'unknown_rules', seq: 0 } };
    throw error;
  }
}

function accept(deps: AcceptDeps, piece: Piece): Head {
  const { sql } = deps;
  const { userId } = piece;
  const before = stateOf(sql, userId);
  const known = piece.events.filter(({ seq }) => seq <= before.head.seq);
  for (const event of known) compareEvent(sql, userId, event);
  const state = append(deps, before, piece.events.slice(known.length));
  takeCredits(sql, piece);
  const erasedUpTo = state.deletions === 0 ? 0 : lastDeletion(sql, userId);
  // All stored rows are older than a deletion that arrives with this piece.
  if (state.deletions > before.deletions) eraseUser(sql, userId);
  const isErased = isDeleted(state) || piece.head.seq < erasedUpTo;
  takeCalculations(sql, piece, erasedUpTo);
  takeEdits(sql, piece, isErased);
  const wrongNotice = takeNotices(sql, piece, before.head.seq, erasedUpTo);
  if (wrongNotice !== null) throw new Refused('notice_without_event', wrongNotice);
  if (!isErased) {
    takePerson(sql, piece);
    takeSettings(sql, piece);
    takeEventReminders(sql, piece);
    takeRevealedPlans(sql, piece);
  }
  takeWallet(deps, piece, state);
  if (state !== before) writeAccount(sql, state);
  return state.head;
}

/** The wallet must be free only after the last piece, because a later piece may unlink it. */
function takeWallet({ sql, hmac }: AcceptDeps, { head, people }: Piece, state: LedgerState): void {
  const { userId, wallet } = state;
  const isKept = keepWallet(sql, userId, wallet);
  if (state.head.seq !== head.seq) return;
  if (!isKept) throw new Refused('wallet_taken', head.seq);
  const names = creditNames(creditSecret(sql), hmac);
  const isOther = (address: string | null) => address !== null && names.wallet(address) !== wallet;
  if (people.some((row) => isOther(row.wallet_address))) throw new Refused('wallet_wrong', head.seq);
  // A fast clock may have given the stored row a later time than the row of the piece. The ledger decides.
  const here = findPerson(sql, userId)?.walletAddress ?? null;
  const [address = null] = people.map((row) => row.wallet_address);
  const isMissing = here === null && address !== null && !isDeleted(state);
  if (isOther(here) || isMissing) {
    sql.run('UPDATE people SET wallet_address = ? WHERE user_id = ?', address, userId);
  }
}

/** The state of the stored ledger; refolded from its events when the projection is out of date. */
function stateOf(sql: Sql, userId: number): LedgerState {
  const head = newestHead(sql, userId);
  if (head === null) return initialState(userId);
  const projected = readToAppend(sql, userId, false);
  return projected?.head.hash === head.hash ? projected : foldOn(sql, initialState(userId));
}

function compareEvent(sql: Sql, userId: number, event: StoredEvent): void {
  const here = sql.get<StoredEvent>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE user_id = ? AND seq = ?`,
    userId,
    event.seq,
  );
  if (here === undefined || exportEventLine(here) !== exportEventLine(event)) {
    throw new Refused('diverged', event.seq);
  }
}

function append(
  { sql, sha256, hmac }: AcceptDeps,
  before: LedgerState,
  events: readonly StoredEvent[],
): LedgerState {
  const check = startCheck(before.userId, sha256, { uniqueIds: false, from: before });
  const names = creditNames(creditSecret(sql), hmac);
  for (const event of events) {
    const fault = check.next(event);
    if (fault !== null) throw new Refused(fault.fault, fault.seq);
    if (!appendEvents(sql, [event])) throw new Refused('event_id', event.seq);
    for (const credit of check.credits()) addCredit(sql, names, event, credit);
  }
  return check.state;
}

const FIXED = ['target_user', 'credit_id', 'cause', 'source', 'basis', 'premium', 'created_at'] as const;

/** Checks that the piece holds every credit that the events cause, and takes over their delivery state. */
function takeCredits(sql: Sql, { userId, events, credits }: Piece): void {
  const due = sql.all<CreditRow>(
    'SELECT * FROM credits WHERE source_user = ? AND source_seq BETWEEN ? AND ?',
    userId,
    events[0]?.seq ?? 0,
    events.at(-1)?.seq ?? 0,
  );
  const bySeq = new Map(due.map((row) => [row.source_seq, row]));
  for (const credit of credits) {
    const { source_seq: seq, delivered_at: deliveredAt, attempts, retry_at: retryAt } = credit;
    const here = credit.source_user === userId ? bySeq.get(seq) : undefined;
    if (here === undefined) throw new Refused('credit_without_source', seq);
    if (FIXED.some((name) => here[name] !== credit[name])) throw new Refused('credit_wrong', seq);
    bySeq.delete(seq);
    if (deliveredAt === null && here.delivered_at === null) noteImportedCredits(sql);
    sql.run(
      `UPDATE credits SET delivered_at = ?, attempts = max(attempts, ?), retry_at = max(retry_at, ?)
       WHERE source_user = ? AND source_seq = ? AND delivered_at IS NULL`,
      deliveredAt,
      attempts,
      retryAt,
      userId,
      seq,
    );
  }
  for (const seq of bySeq.keys()) throw new Refused('credit_missing', seq);
}

function lastDeletion(sql: Sql, userId: number): number {
  const row = sql.get<{ seq: number | null }>(
    "SELECT max(seq) AS seq FROM events WHERE user_id = ? AND type = 'DataDeleted.v1'",
    userId,
  );
  return row?.seq ?? 0;
}

/**
 * Keeps the later of two states of a row: the higher revision; at the same revision the deleted one, or the one with
 * inputs.
 */
function takeCalculations(sql: Sql, { userId, events, calculations }: Piece, erasedUpTo: number): void {
  const recorded = new Set(events.flatMap(({ seq, type }) => (type === RECORDED ? [seq] : [])));
  for (const row of calculations) {
    if (row.user_id !== userId || !recorded.has(row.seq)) {
      throw new Refused('calculation_without_event', row.seq);
    }
    if (row.seq > erasedUpTo) keepLater(sql, row);
  }
}

const RECORDED = 'CalculationRecorded.v1';

function keepLater(sql: Sql, { user_id: userId, seq, revision, shown, inputs }: CalculationRow): void {
  sql.run(
    `INSERT INTO calculations (user_id, seq, revision, shown, inputs) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (user_id, seq) DO UPDATE SET
       revision = excluded.revision, shown = excluded.shown, inputs = excluded.inputs
     WHERE (excluded.revision, -excluded.shown, excluded.inputs IS NOT NULL)
         > (calculations.revision, -calculations.shown, calculations.inputs IS NOT NULL)`,
    userId,
    seq,
    revision,
    shown,
    inputs,
  );
}

/** Keeps the later of two states of a profile. */
function takePerson(sql: Sql, { userId, people, lastSeen }: Piece): void {
  for (const row of people) {
    if (row.user_id !== userId) continue;
    const names = Object.keys(row) as (keyof PersonRow)[];
    sql.run(
      `INSERT INTO people (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
       ON CONFLICT (user_id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
       WHERE excluded.updated_at > people.updated_at`,
      ...names.map((name) => row[name]),
    );
  }
  for (const { user_id: seen, at } of lastSeen) {
    if (seen !== userId) continue;
    sql.run(
      `INSERT INTO last_seen (user_id, at) VALUES (?, ?)
       ON CONFLICT (user_id) DO UPDATE SET at = max(last_seen.at, excluded.at)`,
      userId,
      at,
    );
  }
}
