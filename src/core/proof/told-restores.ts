/**
 * Which losses of a ledger a restore explains, if the log tells of it. An entry after a restore from a backup names the last day
 * that the ledgers had in common with the log. The days after it, up to the entry's own, may have lost events.
 */
import { dayOf } from '../points/days.ts';

export interface ToldRestore {
  /** Of the entry, YYYY-MM-DD. */
  readonly day: string;
  /** The last common day, YYYY-MM-DD. */
  readonly restored: string;
}

export interface PlacedRestore extends ToldRestore {
  /** Of the entry in the log, from 0. */
  readonly place: number;
}

/** Up to which event the phone knew its ledger before a day (whole days since 1970 UTC) had ten minutes left. */
export interface KnownHead {
  readonly day: number;
  readonly seq: number;
  /**
   * The phone has noticed that the server no longer has that event. So many entries of the log had been seen before that, in
   * checks of a phone that had all events of the server.
   */
  readonly lostAt?: number;
}

/** What the phone knows of its ledger. */
export interface KnownLedger {
  readonly known: readonly KnownHead[];
  /** The last leaf that was right. */
  readonly checked: { readonly day: string } | null;
}

/** `lower` and `rewritten`: a leaf lacks what the checked one had. `withheld`: it lacks what the phone has learnt since then. */
export type Loss = 'lower' | 'rewritten' | 'withheld';

/** Whole days since 1970. */
export const dayNumber = (day: string) => dayOf(Date.parse(day));

/** Whether a told restore may have cost the server an event that it had received then, by its clock, milliseconds. */
export function mayBeLost(receivedAt: number, told: readonly PlacedRestore[]): boolean {
  // An entry is signed after midnight, and its restore may come before that: with 0 its next day counts too.
  const head = { day: dayOf(receivedAt), seq: 1, lostAt: 0 };
  return isTaken(head, told);
}

/**
 * Whether a told restore may have cost the server an event that the phone knew. An entry is signed after midnight, so its restore
 * may have taken events of the next day too. Then the phone noticed the loss before it saw the entry.
 */
function isTaken({ day, lostAt }: KnownHead, told: readonly PlacedRestore[]): boolean {
  return told.some((one) => {
    const after = lostAt !== undefined && lostAt <= one.place ? 1 : 0;
    return dayNumber(one.restored) < day && day <= dayNumber(one.day) + after;
  });
}

/** What a phone knows that may have missed a restore: each event may be lost. */
export function asIfLost<Own extends KnownLedger>(own: Own): Own {
  return { ...own, known: own.known.map((head) => ({ ...head, lostAt: head.lostAt ?? 0 })) };
}

interface Leaf {
  readonly day: string;
  readonly seq: number;
}

/** Whether told restores explain what a leaf lacks. @param told since the checked leaf, or all without one */
export function explainLoss(
  loss: Loss,
  leaf: Leaf,
  { known, checked }: KnownLedger,
  told: readonly PlacedRestore[],
): boolean {
  const since = checked === null ? -1 : dayNumber(checked.day);
  const isOfChecked = loss !== 'withheld';
  if (isOfChecked && !told.some(({ restored }) => dayNumber(restored) < since)) return false;
  const lost = known.filter((head) => isLacking(head, leaf) && (isOfChecked || head.day > since));
  return lost.every((head) => isTaken(head, told));
}

function isLacking({ day, seq }: KnownHead, leaf: Leaf): boolean {
  return seq > leaf.seq && day <= dayNumber(leaf.day);
}

/**
 * What no later leaf is asked for after a right one: what this one was forgiven, and what the server has lost by a told restore.
 * @param told since the checked leaf, or all without one
 */
export function forgottenHeads(
  { known }: KnownLedger,
  leaf: Leaf,
  isForgiven: boolean,
  told: readonly PlacedRestore[],
): KnownHead[] {
  return known.filter(
    (head) => (isForgiven && isLacking(head, leaf)) || (head.lostAt !== undefined && isTaken(head, told)),
  );
}

/**
 * Whether told restores explain the loss of all that the phone knows of its ledger from before a day ended.
 * @param told since the checked leaf, or all without one
 * @param day whole days since 1970
 * @param leaf of an earlier day
 */
export function isLedgerLost(
  { checked, known }: KnownLedger,
  told: readonly PlacedRestore[],
  day: number,
  leaf: { readonly day: string } | null,
): boolean {
  const published = [checked, leaf].flatMap((one) => (one === null ? [] : [one.day]));
  // The phone does not ask for entries of the time before the checked leaf.
  const since = checked === null ? -1 : dayNumber(checked.day);
  const began = known.filter((one) => one.seq > 0 && one.day > since && one.day <= day);
  // A restore that an entry tells of came before that day's leaves were made.
  return (
    published.every((of) => told.some((one) => one.restored < of && of < one.day)) &&
    began.every((head) => isTaken(head, told))
  );
}
