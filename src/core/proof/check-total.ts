/**
 * The five checks that a user's phone makes of their published total: the leaf, its path, the entry in the log, who
 * signed, and that the log has only grown. Each has a verdict of its own, so that a failure names its check.
 */
import { dayOf } from '../points/days.ts';
import { areEqual, ascii, toHex } from './bytes.ts';
import { judgeView, type LogView, splitHashes, type ViewJudged } from './check-log-view.ts';
import { type ProofPorts, readProof } from './check-proof.ts';
import { signersOf, type Trusted } from './checkpoint.ts';
import { type DayEntry, readEntry } from './entry.ts';
import { entryHash, isIncluded } from './log-tree.ts';
import { leadsTo } from './sum-tree.ts';

export const LINKS = ['leaf', 'path', 'entry', 'signed', 'consistent'] as const;
export type Link = (typeof LINKS)[number];

/**
 * - `format`: no readable proof. `absent`: a published day without this user.
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

export type TotalFault = LeafFault | 'path' | 'inclusion' | 'signature' | 'quorum' | 'fork' | 'tiles';

/**
 * Why a check is not possible now.
 * - `none`: nothing is published of this user. `erased`: the server no longer keeps the paths of the newest day.
 * - `behind`: the phone lacks events up to the leaf. `restored`: the phone noticed a restored server after that day, or the log
 *   says so of a day without a leaf, or of an event that this phone never had; until the log may say so, that is open too.
 * - `update`: the events hold rules that this version does not know.
 * - `log`: hashes of the log are missing. `unread`: there is no proof to check.
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

/** Up to which event the phone knew its ledger before a day (whole days since 1970 UTC) had ten minutes left. */
export interface KnownHead {
  readonly day: number;
  readonly seq: number;
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
  /** When the phone noticed that the server was restored, and the last event that both had. */
  readonly restores: readonly { readonly noticedAt: number; readonly commonSeq: number }[];
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
  /** `total` in thousandths. */
  readonly leaf: (CheckedLeaf & { readonly total: string }) | null;
  /** Names of the witnesses whose cosignatures hold. */
  readonly witnesses: readonly string[];
  /** Entries since the last checked leaf that say that the ledger was restored. */
  readonly restored: readonly { readonly day: string; readonly restored: string }[];
  /** A restore that the log names explains why the leaf has lost events. */
  readonly isForgiven: boolean;
  readonly view: ViewJudged;
}

/** Days for which a server keeps paths. */
const KEPT_PATHS = 7;
const DAY_MS = 86_400_000;

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
  const entries = view.state === 'ok' ? confirmed(log, ports) : [];

  if (proof === null) {
    judge('leaf', text === null ? withoutLeaf(own, entries, now) : faulty('format'));
    for (const link of ['path', 'entry', 'signed'] as const) judge(link, open('unread'));
    judge('consistent', ofView(view));
    return { ...NOTHING, links: links as TotalVerdict['links'], view };
  }

  const { leaf, path, entry, index, inclusion, checkpoint } = proof;
  const restored = entries
    .filter((one) => one.place <= index && isSinceKnown(one, own))
    .flatMap(({ entry: { day, restored: common } }) =>
      common === undefined ? [] : [{ day, restored: common }],
    );
  if (entry.restored !== undefined && restored.every(({ day }) => day !== entry.day))
    restored.push({ day: entry.day, restored: entry.restored });
  const published = { seq: leaf.seq, head: toHex(leaf.head), total: leaf.total, day: entry.day, index };
  const mine = ofLeaf(published, own, entries, now);
  const isLoss = mine.state === 'fault' && LOSSES.includes(mine.fault);
  const isForgiven = isLoss && restored.length > 0;
  judge('leaf', isForgiven ? OK : mine);
  judge('path', leadsTo(leaf, path, entry, hash) ? OK : faulty('path'));
  const { size, root } = checkpoint;
  const place = { leaf: entryHash(ascii(proof.entryText), hash), index, size, root, path: inclusion };
  judge('entry', isIncluded(place, hash) ? OK : faulty('inclusion'));
  const signers = await signersOf(checkpoint, trusted, verify);
  const witnesses = signers?.witnesses.map(({ key }) => key.name) ?? [];
  const isWitnessed = witnesses.length >= trusted.quorum;
  judge('signed', signers === null ? faulty('signature') : isWitnessed ? OK : faulty('quorum'));
  judge('consistent', ofView(view));
  return {
    links: links as TotalVerdict['links'],
    entry,
    leaf: { seq: leaf.seq, head: toHex(leaf.head), index, day: entry.day, total: String(leaf.total) },
    witnesses,
    restored,
    isForgiven,
    view,
  };
}

/** Whether an entry is later than what the phone knows of this ledger: only then can its restore explain a loss. */
function isSinceKnown({ entry, place }: PlacedEntry, { checked, known }: OwnLedger): boolean {
  if (checked !== null) return place > checked.index;
  return known.some(({ day }) => day <= dayOf(Date.parse(entry.day)));
}

const NOTHING = { entry: null, leaf: null, witnesses: [], restored: [], isForgiven: false };
const OK = { state: 'ok' } as const;
const faulty = (fault: TotalFault) => ({ state: 'fault', fault }) as const;
const open = (why: OpenReason) => ({ state: 'open', why }) as const;

/** What a restored backup explains. */
const LOSSES: readonly TotalFault[] = ['lower', 'rewritten', 'withheld'];

function ofView({ state }: ViewJudged): LinkVerdict {
  if (state === 'ok') return OK;
  return state === 'unknown' ? open('log') : faulty(state);
}

/** The server gives no leaf: right only if it has published nothing since this ledger began. */
function withoutLeaf(own: OwnLedger, entries: readonly PlacedEntry[], now: number): LinkVerdict {
  const newest = entries.at(-1)?.entry ?? null;
  if (newest === null) return own.checked === null ? open('none') : open('log');
  const day = dayOf(Date.parse(newest.day));
  const isMissed =
    own.checked === null ? own.known.some((one) => one.day <= day) : own.checked.day < newest.day;
  if (!isMissed) return open('none');
  if (isLostByRestore(own, entries, day)) return open('restored');
  return dayOf(now) - day > KEPT_PATHS ? open('erased') : faulty('absent');
}

/** Whether a restore that the log names explains why a day has no leaf: not once the phone has known events of a later day. */
function isLostByRestore(own: OwnLedger, entries: readonly PlacedEntry[], day: number): boolean {
  const told = entries.findLast((one) => one.entry.restored !== undefined && isSinceKnown(one, own));
  if (told === undefined) return false;
  const restoredOn = dayOf(Date.parse(told.entry.day));
  return !own.known.some((one) => one.seq > 0 && one.day > restoredOn && one.day <= day);
}

interface PublishedLeaf {
  readonly seq: number;
  readonly head: string;
  readonly total: bigint;
  readonly day: string;
  readonly index: number;
}

function ofLeaf(
  leaf: PublishedLeaf,
  own: OwnLedger,
  entries: readonly PlacedEntry[],
  now: number,
): LinkVerdict {
  const { seq, head, total, day } = leaf;
  if (own.state === 'invalid') return faulty('events');
  if (own.state === 'unknown_rules') return open('update');
  const { event, checked } = own;
  const isOfBefore = own.restores.some(
    ({ noticedAt, commonSeq }) => commonSeq < seq && noticedAt >= endOf(day),
  );
  if (event === null) return open(isOfBefore ? 'restored' : 'behind');
  if (event.hash !== head)
    return isOfBefore || isReplaced(leaf, event.at, entries, now) ? open('restored') : faulty('head');
  if (BigInt(Math.max(0, event.points)) !== total) return faulty('total');
  if (checked !== null && seq < checked.seq) return faulty('lower');
  if (checked !== null && own.checkedHash !== checked.head) return faulty('rewritten');
  return seq < knownBy(day, own) ? faulty('withheld') : OK;
}

/**
 * Whether a restore explains that the ledger has another event in the place of the leaf's one, which this phone never had: the
 * server received it after the leaf's day. The log must say so by the entry of the day of receipt.
 */
function isReplaced(
  { day, index }: PublishedLeaf,
  receivedAt: number,
  entries: readonly PlacedEntry[],
  now: number,
): boolean {
  if (receivedAt < endOf(day) || receivedAt > now + DAY_MS) return false;
  const isTold = entries.some(({ entry: { restored = day }, place }) => place > index && restored < day);
  return isTold || receivedAt >= endOf(entries.at(-1)?.entry.day ?? day);
}

/** Milliseconds. */
const endOf = (day: string) => Date.parse(day) + DAY_MS;

/** The newest event that the phone knew ten minutes before the day ended, if no earlier check has looked for it. */
function knownBy(day: string, { known, checked }: OwnLedger): number {
  const [last, since] = [dayOf(Date.parse(day)), checked === null ? -1 : dayOf(Date.parse(checked.day))];
  return Math.max(0, ...known.filter((one) => one.day <= last && one.day > since).map(({ seq }) => seq));
}

interface PlacedEntry {
  readonly entry: DayEntry;
  /** In the log, from 0. */
  readonly place: number;
}

/** The entries that the log's hashes confirm. */
function confirmed({ entries, from, hashes }: TotalCase['log'], { hash }: ProofPorts): PlacedEntry[] {
  const leaves = splitHashes(hashes);
  return entries.flatMap((text, at) => {
    const [entry, leaf] = [readEntry(text), leaves[from + at]];
    if (entry === null || leaf === undefined) return [];
    return areEqual(entryHash(ascii(text), hash), leaf) ? [{ entry, place: from + at }] : [];
  });
}
