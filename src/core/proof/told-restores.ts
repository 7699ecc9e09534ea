/**
 * What restores explain that the log tells of. An entry after a restore from a backup names the last day that the ledgers had in
 * common with the log. The days after it, up to the entry's own, may have lost events.
 */
import { dayOf } from '../points/days.ts';

export interface ToldRestore {
  /** Of the entry, YYYY-MM-DD. */
  readonly day: string;
  /** The last common day, YYYY-MM-DD. */
  readonly restored: string;
}

/** Up to which event the phone knew its ledger before a day (whole days since 1970 UTC) had ten minutes left. */
export interface KnownHead {
  readonly day: number;
  readonly seq: number;
  /** The phone noticed later that the server no longer has that event. */
  readonly isLost?: true;
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

/**
 * Whether a told restore took what the phone knew. An entry is signed after midnight, so its restore may have taken events of the
 * next day too: the phone has noticed the loss of those.
 */
function isTaken(head: KnownHead, told: readonly ToldRestore[]): boolean {
  const after = head.isLost === true ? 1 : 0;
  return told.some(
    ({ day, restored }) => dayNumber(restored) < head.day && head.day <= dayNumber(day) + after,
  );
}

/**
 * Whether the phone may forget what it knew: the server no longer has it, and a told restore took it.
 * @param told a restore counts only if it was told since the checked leaf: that one has already shown what an earlier restore left
 */
export function isForgotten(
  head: KnownHead,
  told: readonly ToldRestore[],
  { checked }: Pick<KnownLedger, 'checked'>,
): boolean {
  const since = told.filter(({ day }) => checked === null || day > checked.day);
  return head.isLost === true && isTaken(head, since);
}

/** Whether told restores explain what a leaf lacks. @param told since the checked leaf */
export function explainLoss(
  loss: Loss,
  leaf: { readonly day: string; readonly seq: number },
  { known, checked }: KnownLedger,
  told: readonly ToldRestore[],
): boolean {
  const since = checked === null ? -1 : dayNumber(checked.day);
  const isOfChecked = loss !== 'withheld';
  if (isOfChecked && !told.some(({ restored }) => dayNumber(restored) < since)) return false;
  const lost = known.filter(
    ({ day, seq }) => seq > leaf.seq && day <= dayNumber(leaf.day) && (isOfChecked || day > since),
  );
  return lost.every((head) => isTaken(head, told));
}

/**
 * Whether told restores took away all that the phone knows of its ledger from before a day ended.
 * @param told since the checked leaf, or all without one
 * @param day whole days since 1970
 * @param leaf of an earlier day
 */
export function isLedgerLost(
  { checked, known }: KnownLedger,
  told: readonly ToldRestore[],
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
