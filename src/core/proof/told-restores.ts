/**
 * What restores explain that the log tells of. The first entry after a restore from a backup names the last day that the ledgers
 * had in common with the log: the days after it, up to the entry's own, may have lost events.
 */
import { closingDayOf, dayOf } from '../points/days.ts';

export interface ToldRestore {
  /** Of the entry, YYYY-MM-DD. */
  readonly day: string;
  /** The last common day, YYYY-MM-DD. */
  readonly restored: string;
}

/** When the phone noticed that the server was restored, by the server's clock, and the last event that both had. */
export interface NoticedRestore {
  readonly noticedAt: number;
  readonly commonSeq: number;
}

/** Up to which event the phone knew its ledger before a day (whole days since 1970 UTC) had ten minutes left. */
export interface KnownHead {
  readonly day: number;
  readonly seq: number;
}

/** What the phone knows of its ledger, and has noticed itself. */
export interface KnownLedger {
  readonly known: readonly KnownHead[];
  /** The last leaf that was right. */
  readonly checked: { readonly day: string } | null;
  readonly restores: readonly NoticedRestore[];
}

/** `lower` and `rewritten`: a leaf lacks what the checked one had. `withheld`: it lacks what the phone has learnt since then. */
export type Loss = 'lower' | 'rewritten' | 'withheld';

/** Whole days since 1970. */
export const dayNumber = (day: string) => dayOf(Date.parse(day));

/** Whether this phone has seen itself that the server lost what it knew. */
function isNoticed({ day, seq }: KnownHead, restores: readonly NoticedRestore[]): boolean {
  return restores.some(({ noticedAt, commonSeq }) => commonSeq < seq && closingDayOf(noticedAt) >= day);
}

/**
 * Whether a told restore took what the phone knew. Days are signed after they end, some of them days later: of the days after
 * the entry's own, the restore took what this phone has noticed as lost.
 * @param told since the last leaf that was right: a restore from before it took nothing that the phone has learnt since
 */
function isTaken(
  head: KnownHead,
  told: readonly ToldRestore[],
  restores: readonly NoticedRestore[],
): boolean {
  return told.some(
    ({ day, restored }) =>
      dayNumber(restored) < head.day && (head.day <= dayNumber(day) || isNoticed(head, restores)),
  );
}

/** What no later leaf is asked for: a told restore took it, and this phone has noticed that. */
export function isForgotten(
  head: KnownHead,
  told: readonly ToldRestore[],
  { checked, restores }: Pick<KnownLedger, 'checked' | 'restores'>,
): boolean {
  const since = told.filter(({ day }) => checked === null || day > checked.day);
  return isNoticed(head, restores) && isTaken(head, since, restores);
}

/** Whether told restores explain what a leaf lacks. @param told since the checked leaf */
export function explainLoss(
  loss: Loss,
  leaf: { readonly day: string; readonly seq: number },
  { known, checked, restores }: KnownLedger,
  told: readonly ToldRestore[],
): boolean {
  const since = checked === null ? -1 : dayNumber(checked.day);
  const isOfChecked = loss !== 'withheld';
  if (isOfChecked && !told.some(({ restored }) => dayNumber(restored) < since)) return false;
  const lost = known.filter(
    ({ day, seq }) => seq > leaf.seq && day <= dayNumber(leaf.day) && (isOfChecked || day > since),
  );
  return lost.every((head) => isTaken(head, told, restores));
}

/**
 * Whether told restores took away all that the phone knows of its ledger from before a day ended.
 * @param told since the checked leaf
 * @param leaf of an earlier day
 */
export function isLedgerLost(
  { checked, known, restores }: KnownLedger,
  told: readonly ToldRestore[],
  day: number,
  leaf: { readonly day: string } | null,
): boolean {
  const published = [checked, leaf].flatMap((one) => (one === null ? [] : [one.day]));
  // Of the time before the checked leaf the phone asks for no entries.
  const since = checked === null ? -1 : dayNumber(checked.day);
  const began = known.filter((one) => one.seq > 0 && one.day > since && one.day <= day);
  // What a day's entry says of restores was so before its leaves were made.
  return (
    published.every((day) => told.some((one) => one.restored < day && day < one.day)) &&
    began.every((head) => isTaken(head, told, restores))
  );
}
