/**
 * The five checks that a user's phone makes of their published total: the leaf, its path, the entry in the log, who
 * signed, and that the log has only grown. Each has a verdict of its own, so that a failure names its check.
 */
import { DAY_MS, dayOf } from '../points/days.ts';
import { areEqual, ascii, toHex } from './bytes.ts';
import { judgeView, type LogView, splitHashes, type ViewJudged } from './check-log-view.ts';
import { type ProofPorts, readProof } from './check-proof.ts';
import { readCheckpoint, signersOf, type Trusted } from './checkpoint.ts';
import { type DayEntry, readEntry } from './entry.ts';
import { entryHash, isIncluded } from './log-tree.ts';
import { leadsTo } from './sum-tree.ts';
import {
  asIfLost,
  dayNumber,
  explainLoss,
  forgottenHeads,
  isLedgerLost,
  type KnownHead,
  type Loss,
  mayBeLost,
  type PlacedRestore,
  type ToldRestore,
} from './told-restores.ts';

export const LINKS = ['leaf', 'path', 'entry', 'signed', 'consistent'] as const;
export type Link = (typeof LINKS)[number];

/**
 * - `format`: no readable proof. `absent`: a published day without this user, or of which the server gives no proof.
 * - `events`: the phone's own events are not valid. `head`: the leaf names another last event. `total`: another total.
 * - `lower`: fewer events than a leaf that was right before. `rewritten`: an event of that leaf has changed since.
 * - `withheld`: without an event that the phone knew ten minutes before the day ended.
 */
export type LeafFault =
  | 'format'
  | 'absent'
  | 'events'
  | 'head'
  | 'total'
  | 'lower'
  | 'rewritten'
  | 'withheld';

/** `order`: an entry whose day is not after the one before it. */
export type TotalFault =
  | LeafFault
  | 'path'
  | 'inclusion'
  | 'order'
  | 'signature'
  | 'quorum'
  | 'fork'
  | 'tiles';

/**
 * Why a check is not possible now.
 * - `none`: nothing is published of this user. `erased`: the server no longer keeps the paths of the newest day.
 * - `behind`: the phone lacks events up to the leaf, or could not get the newest ones and may not have noticed a restore.
 * - `restored`: the phone noticed a restored server after that day, or the log says so of a day without a leaf, or of an event that
 *   this phone never had; until the log may say so, that is open too.
 * - `update`: the events hold rules that this version does not know.
 * - `log`: files of the log are missing. `unread`: there is no proof to check.
 */
export type OpenReason = 'none' | 'erased' | 'behind' | 'restored' | 'update' | 'log' | 'unread';

export type LinkVerdict =
  | { readonly state: 'ok' }
  | { readonly state: 'fault'; readonly fault: TotalFault }
  | { readonly state: 'open'; readonly why: OpenReason };

/** A leaf that was found right. */
export interface CheckedLeaf {
  readonly seq: number;
  /** Hash of the event with that number. */
  readonly head: string;
  /** The place of its entry in the log. */
  readonly index: number;
  readonly day: string;
}

export interface OwnLedger {
  readonly state: 'valid' | 'invalid' | 'unknown_rules';
  /**
   * The phone's event with the leaf's number, the sum of all awards up to it in thousandths, and when the server received it,
   * milliseconds; null without one.
   */
  readonly event: { readonly hash: string; readonly points: number; readonly at: number } | null;
  readonly known: readonly KnownHead[];
  readonly checked: CheckedLeaf | null;
  /** Hash of the phone's event with the number of the checked leaf; null without one. */
  readonly checkedHash: string | null;
  /** When the phone noticed that the server was restored, by the server's clock, and the last event that both had. */
  readonly restores: readonly { readonly noticedAt: number; readonly commonSeq: number }[];
  /** When the proof came, the phone had all events of the server: it has noticed every restore up to then. */
  readonly isInLine: boolean;
}

export interface TotalCase {
  /** A saved proof; null if the server has none for this user. */
  readonly proof: string | null;
  readonly own: OwnLedger;
  readonly log: LogView & {
    /** Entries from the place `from` on, as texts; those that the log's hashes do not confirm are left out. */
    readonly entries: readonly string[];
    readonly from: number;
  };
  /** By the server's clock, milliseconds. */
  readonly now: number;
}

export interface TotalVerdict {
  readonly links: Readonly<Record<Link, LinkVerdict>>;
  /** The day's entry; null without a proof. */
  readonly entry: DayEntry | null;
  /** The newest published day that this phone knows of, YYYY-MM-DD; null without one. */
  readonly newestDay: string | null;
  /** `total` in thousandths. */
  readonly leaf: (CheckedLeaf & { readonly total: string }) | null;
  /** Names of the witnesses whose cosignatures hold. */
  readonly witnesses: readonly string[];
  /** The day's restore, and those that entries tell of since the last checked leaf, or since the phone knew events. */
  readonly restored: readonly ToldRestore[];
  /** A restore that the log names explains why the leaf has lost events. */
  readonly isForgiven: boolean;
  /** No entry between the last checked leaf and this one is missing. */
  readonly isWhole: boolean;
  /** What the phone knew, and no later leaf is asked for once this one counts as right. */
  readonly forgotten: readonly KnownHead[];
  readonly view: ViewJudged;
}

/** Days for which a server keeps paths. */
const KEPT_PATHS = 7;

/** @param onLink hears each verdict when it is made. */
export async function checkTotal(
  { proof: text, own, log, now }: TotalCase,
  trusted: Trusted,
  ports: ProofPorts,
  onLink: (link: Link, verdict: LinkVerdict) => void = () => undefined,
): Promise<TotalVerdict> {
  const { hash, verify } = ports;
  const links: Partial<Record<Link, LinkVerdict>> = {};
  const judge = (link: Link, verdict: LinkVerdict) => {
    links[link] = verdict;
    onLink(link, verdict);
  };
  const proof = text === null ? null : readProof(text);
  const notes = proof === null ? log.notes : [proof.checkpointText, ...log.notes];
  const view = await judgeView({ notes, hashes: log.hashes }, trusted, ports);
  const seen = seenOf(log, view, ports);
  const { entries } = seen;

  if (proof === null) {
    judge('leaf', text === null ? withoutLeaf(own, seen, log.notes, now) : faulty('format'));
    judge('path', open('unread'));
    judge('entry', areInOrder(entries) ? open('unread') : faulty('order'));
    judge('signed', open('unread'));
    judge('consistent', ofView(view));
    const newestDay = entries.at(-1)?.entry.day ?? null;
    return { ...NOTHING, links: links as TotalVerdict['links'], newestDay, view };
  }

  const { leaf, path, entry, index, inclusion, checkpoint } = proof;
  const placed = [...entries.filter((one) => one.place < index), { entry, place: index }];
  const told = restoresOf(placed.filter(({ place }) => place > (own.checked?.index ?? -1)));
  const mine = { seq: leaf.seq, head: toHex(leaf.head), total: leaf.total, day: entry.day, index };
  const found = ofLeaf(mine, own, { told, entries, now });
  const loss = found.state === 'fault' && isLoss(found.fault) ? found.fault : null;
  const isForgiven = loss !== null && explainLoss(loss, mine, own, told);
  // A new phone is not told of what was before its time; the day's own restore is shown whenever the day is.
  const began = own.checked === null ? Math.min(...own.known.map(({ day }) => day)) : 0;
  const shown = told.filter((one) => dayNumber(one.day) >= (isForgiven ? began - 1 : began));
  const isShown = shown.some((one) => one.day === entry.day);
  const restored = isShown ? shown : [...shown, ...restoresOf(placed.slice(-1))];
  const isWhole = hasAllSince(own, seen, index);
  const excuse = () => {
    if (isForgiven) return OK;
    const isOther = found.state === 'fault' && found.fault === 'head' && leaf.seq > 0;
    // An entry that is missing may tell of the restore.
    if ((loss !== null || isOther) && !isWhole) return open('log');
    if (own.isInLine) return null;
    const isUnnoticed = loss !== null && explainLoss(loss, mine, asIfLost(own), told);
    return isUnnoticed || (isOther && told.length > 0) ? open('behind') : null;
  };
  const { size, root } = checkpoint;
  const way = { leaf: entryHash(ascii(proof.entryText), hash), index, size, root, path: inclusion };
  const isThere = isIncluded(way, hash);
  const later = isThere ? entries.filter((one) => one.place > index) : [];
  const isNewest = later.length === 0 || found.state === 'fault';
  judge('leaf', excuse() ?? (isNewest ? found : withoutLater(mine, own, seen, now)));
  judge('path', leadsTo(leaf, path, entry, hash) ? OK : faulty('path'));
  judge('entry', !isThere ? faulty('inclusion') : areInOrder(entries) ? OK : faulty('order'));
  const signers = await signersOf(checkpoint, trusted, verify);
  const witnesses = signers?.witnesses.map(({ key }) => key.name) ?? [];
  const isWitnessed = witnesses.length >= trusted.quorum;
  judge('signed', signers === null ? faulty('signature') : isWitnessed ? OK : faulty('quorum'));
  judge('consistent', ofView(view));
  return {
    links: links as TotalVerdict['links'],
    entry,
    newestDay: later.at(-1)?.entry.day ?? entry.day,
    leaf: { seq: leaf.seq, head: toHex(leaf.head), index, day: entry.day, total: String(leaf.total) },
    witnesses,
    restored: restored.map(({ day, restored: common }) => ({ day, restored: common })),
    isForgiven,
    isWhole,
    forgotten: forgottenHeads(own, mine, isForgiven, told),
    view,
  };
}

/** Whether no entry is missing before a place that could explain a loss: since the checked leaf, or since the phone knew events. */
function hasAllSince({ checked, known }: OwnLedger, { entries, arrived }: SeenLog, end: number): boolean {
  const began = Math.min(...known.map(({ day }) => day));
  const unknown = entries.findLast(({ entry }) => dayNumber(entry.day) < began);
  const from = (checked === null ? (unknown?.place ?? -1) : checked.index) + 1;
  return from >= end || (arrived.from <= from && end <= arrived.to);
}

function restoresOf(entries: readonly PlacedEntry[]): PlacedRestore[] {
  return entries.flatMap(({ entry: { day, restored }, place }) =>
    restored === undefined ? [] : [{ day, restored, place }],
  );
}

/** Days in order show that none stands there twice. */
function areInOrder(entries: readonly PlacedEntry[]): boolean {
  return entries.every(({ entry }, at) => at === 0 || (entries[at - 1]?.entry.day ?? '') < entry.day);
}

const NOTHING = {
  entry: null,
  leaf: null,
  witnesses: [],
  restored: [],
  isForgiven: false,
  isWhole: false,
  forgotten: [],
} as const;
const OK = { state: 'ok' } as const;
const isLoss = (fault: TotalFault): fault is Loss =>
  fault === 'lower' || fault === 'rewritten' || fault === 'withheld';
const faulty = (fault: TotalFault) => ({ state: 'fault', fault }) as const;
const open = (why: OpenReason) => ({ state: 'open', why }) as const;

function ofView({ state }: ViewJudged): LinkVerdict {
  if (state === 'ok') return OK;
  return state === 'unknown' ? open('log') : faulty(state);
}

/** The server gives no leaf: right only if it has published nothing since this ledger began. */
function withoutLeaf(own: OwnLedger, log: SeenLog, notes: readonly string[], now: number): LinkVerdict {
  const newest = log.entries.at(-1)?.entry ?? null;
  const { checked, known } = own;
  if (newest === null) {
    const hasDays = notes.some((note) => (readCheckpoint(note)?.size ?? 0) > 0);
    return checked === null && !hasDays ? open('none') : open('log');
  }
  const day = dayNumber(newest.day);
  const isMissed =
    checked === null ? known.some((one) => one.seq > 0 && one.day <= day) : checked.day < newest.day;
  if (isMissed) return withoutDay(own, log, day, now);
  if (checked === null) return open('none');
  return isErased(day, now) ? open('erased') : open('unread');
}

/** The server gives an older leaf than that of the newest day, which has one of every ledger that had begun. */
function withoutLater(leaf: PublishedLeaf, own: OwnLedger, log: SeenLog, now: number): LinkVerdict {
  return withoutDay(own, log, dayNumber(log.entries.at(-1)?.entry.day ?? leaf.day), now, leaf);
}

function withoutDay(
  own: OwnLedger,
  log: SeenLog,
  day: number,
  now: number,
  leaf: PublishedLeaf | null = null,
): LinkVerdict {
  const told = restoresOf(log.entries);
  if (isLedgerLost(own, told, day, leaf)) return open('restored');
  if (!own.isInLine && isLedgerLost(asIfLost(own), told, day, leaf)) return open('behind');
  if (!hasAllSince(own, log, log.size)) return open('log');
  return isErased(day, now) ? open('erased') : faulty('absent');
}

const isErased = (day: number, now: number) => dayOf(now) - day > KEPT_PATHS;

interface PublishedLeaf {
  readonly seq: number;
  readonly head: string;
  readonly total: bigint;
  readonly day: string;
  readonly index: number;
}

/** What may explain a leaf. */
interface Seen {
  /** Restores up to the leaf's entry. */
  readonly told: readonly PlacedRestore[];
  readonly entries: readonly PlacedEntry[];
  readonly now: number;
}

function ofLeaf(leaf: PublishedLeaf, own: OwnLedger, seen: Seen): LinkVerdict {
  if (own.state === 'invalid') return faulty('events');
  const found = ofEvents(leaf, own, seen);
  if (own.state === 'valid') return found;
  // Newer rules may add up to another total; which events there are, they cannot change.
  return found.state === 'fault' ? found : open('update');
}

function ofEvents(leaf: PublishedLeaf, own: OwnLedger, seen: Seen): LinkVerdict {
  const { seq, head, total, day } = leaf;
  const { event, checked } = own;
  // Events are counted from 1, so no phone can be behind it.
  if (seq < 1) return faulty('head');
  const isOfBefore = own.restores.some(
    ({ noticedAt, commonSeq }) => commonSeq < seq && noticedAt >= endOf(day),
  );
  if (event === null) return open(isOfBefore ? 'restored' : 'behind');
  if (event.hash !== head)
    return isOfBefore || isReplaced(leaf, event.at, seen) ? open('restored') : faulty('head');
  if (own.state === 'valid' && BigInt(Math.max(0, event.points)) !== total) return faulty('total');
  if (checked !== null && seq < checked.seq) return faulty('lower');
  if (checked !== null && own.checkedHash !== checked.head) return faulty('rewritten');
  // An earlier check has looked for what was known before it.
  const since = checked === null ? -1 : dayNumber(checked.day);
  return seq < seqKnownBy(dayNumber(day), own.known, since) ? faulty('withheld') : OK;
}

/**
 * Whether restores explain that the ledger has another event in the place of the leaf's one. Either the server received it after
 * the leaf's day: the log must tell of the restore by the entry of the day of receipt. Or the ledger had it before, a restore took
 * it away, as the log tells, and another restore brought it back: the next entry must tell of that one.
 */
function isReplaced(
  { day, index }: PublishedLeaf,
  receivedAt: number,
  { told, entries, now }: Seen,
): boolean {
  if (receivedAt > now + DAY_MS) return false;
  const later = entries.filter(({ place }) => place > index);
  const isTold = later.some(({ entry: { restored = day } }) => restored < day);
  if (receivedAt >= endOf(day)) return isTold || receivedAt >= endOf(entries.at(-1)?.entry.day ?? day);
  return mayBeLost(receivedAt, told) && (isTold || later.length === 0);
}

/** Milliseconds. */
const endOf = (day: string) => Date.parse(day) + DAY_MS;

/** The newest event that the phone knew ten minutes before a day ended. @param since without what it knew up to this day */
function seqKnownBy(day: number, known: readonly KnownHead[], since = -1): number {
  return Math.max(0, ...known.filter((one) => one.day <= day && one.day > since).map(({ seq }) => seq));
}

interface PlacedEntry {
  readonly entry: DayEntry;
  /** In the log, from 0. */
  readonly place: number;
}

interface SeenLog {
  /** The entries that the log's hashes confirm. */
  readonly entries: readonly PlacedEntry[];
  /** From this place on, and before that one, both the texts and the hashes have arrived. */
  readonly arrived: { readonly from: number; readonly to: number };
  /** By the newest signed note. */
  readonly size: number;
}

function seenOf(
  { entries, from, hashes }: TotalCase['log'],
  view: ViewJudged,
  { hash }: ProofPorts,
): SeenLog {
  const leaves = splitHashes(hashes);
  const size = view.newest === null ? 0 : (readCheckpoint(view.newest)?.size ?? 0);
  const to = view.state === 'ok' ? Math.min(from + entries.length, leaves.length) : 0;
  const confirmed = entries.flatMap((text, at) => {
    const [entry, leaf] = [readEntry(text), leaves[from + at]];
    if (view.state !== 'ok' || entry === null || leaf === undefined) return [];
    return areEqual(entryHash(ascii(text), hash), leaf) ? [{ entry, place: from + at }] : [];
  });
  return { entries: confirmed, arrived: { from, to }, size };
}
