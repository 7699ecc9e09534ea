/** What a check of published totals leaves on this phone: what was right, and the evidence of what was not. */
import { LINKS, type OwnLedger, type TotalVerdict } from '#core/proof/check-total.ts';
import { readCheckpoint } from '#core/proof/checkpoint.ts';
import type { KnownHead } from '#core/proof/told-restores.ts';
import type { CheckedTotal, ForkSeen } from '../proof-model.ts';
import { changeFacts, factsOf } from '../store/facts.ts';
import type { Store } from '../store/port.ts';
import { changeProofsIn } from '../store/proofs.ts';
import type { ProofAnswered, ProofRow, WrongTotal } from '../store/rows.ts';

const HASH_BYTES = 32;
/** Days whose proofs are kept. */
const KEPT_PROOFS = 7;
/** Signed notes that wait for a comparison. */
export const MOST_MET = 8;
/** The first wrong totals are the evidence: later ones must not push them out. */
const MOST_WRONG = 3;

/** What was known of the log in a check. */
export interface LogSeen {
  readonly notes: readonly string[];
  readonly hashes: Uint8Array;
  readonly entries: readonly string[];
  readonly from: number;
}

export interface Checked {
  readonly total: CheckedTotal;
  readonly answer: ProofAnswered;
  readonly seen: LogSeen;
  readonly own: OwnLedger;
  /** The device's generation when the check began: after a deletion nothing of the user's own is kept. */
  readonly generation: number | null;
}

export function keepTotal(store: Store, checked: Checked): Promise<void> {
  const { checkedAt: at, verdict } = checked.total;
  return store.write(['settings'], async (writing) => {
    const { generation, knownHeads } = await factsOf(writing);
    const isOwn = generation === checked.generation;
    await changeProofsIn(writing, at, (row) => ({
      ...ofLog(row, checked),
      ...(isOwn ? ofUser(row, checked) : {}),
    }));
    if (!isOwn || !isSettled(checked)) return;
    const isAsked = (head: KnownHead) => !verdict.forgotten.some((one) => isSame(one, head));
    if (!knownHeads.every(isAsked)) await changeFacts(writing, { knownHeads: knownHeads.filter(isAsked) });
  });
}

const isSame = (one: KnownHead, other: KnownHead) =>
  one.day === other.day && one.seq === other.seq && one.lostAt === other.lostAt;

function ofLog(row: ProofRow, { total, seen }: Checked): Partial<ProofRow> {
  const { view } = total.verdict;
  const fork = row.fork ?? forkOf(view.fork, 'server', total.checkedAt, seen.hashes);
  if (view.state === 'ok' && isNewer(view.newest, row.newest))
    return {
      fork,
      newest: view.newest,
      hashes: seen.hashes,
      entries: seen.entries,
      entriesFrom: seen.from,
      met: [],
    };
  // A server that keeps files back gets no comparison now, and does not escape a later one.
  const waiting = view.unsettled.filter((note) => note !== row.newest);
  return { fork, met: [...new Set([...row.met, ...waiting])].slice(0, MOST_MET) };
}

function ofUser(row: ProofRow, checked: Checked): Partial<ProofRow> {
  const { total, answer, own, seen } = checked;
  const { links, leaf } = total.verdict;
  const kept = {
    answer,
    last: total,
    ...(own.isInLine ? { seenInLine: seen.hashes.length / HASH_BYTES } : {}),
  };
  if (leaf === null || answer.proof === null) return kept;
  const { seq, head, index, day } = leaf;
  if (isWrong(links) && row.wrong.every(({ proof }) => proof !== answer.proof)) {
    const { event, known, checkedHash } = own;
    const wrong: WrongTotal = {
      at: total.checkedAt,
      day,
      proof: answer.proof,
      note: answer.note,
      links,
      own: { event, known, checked: own.checked, checkedHash },
    };
    return { ...kept, wrong: [...row.wrong, wrong].slice(0, MOST_WRONG) };
  }
  if (!isRight(links) || index < (row.checked?.index ?? 0)) return kept;
  const proof = { day, text: answer.proof, fetchedAt: answer.at };
  return {
    ...kept,
    ...(isSettled(checked) ? { checked: { seq, head, index, day } } : {}),
    proofs: [proof, ...row.proofs.filter((one) => one.day !== day)].slice(0, KEPT_PROOFS),
  };
}

const isRight = (links: TotalVerdict['links']) => LINKS.every((link) => links[link].state === 'ok');

/**
 * Whether the leaf is right, and this check has seen every restore that came before the leaf. Otherwise the next check begins
 * where this one did.
 */
function isSettled({ total: { verdict }, own }: Checked): boolean {
  return own.isInLine && verdict.isWhole && isRight(verdict.links);
}

/** Whether the log has signed what cannot be right. */
function isWrong({ leaf, path, entry, signed }: TotalVerdict['links']): boolean {
  const isUnordered = entry.state === 'fault' && entry.fault === 'order';
  const isSigned = signed.state === 'ok' && path.state === 'ok' && (entry.state === 'ok' || isUnordered);
  const isLeafWrong = leaf.state === 'fault' && leaf.fault !== 'absent' && leaf.fault !== 'events';
  return isSigned && (isUnordered || isLeafWrong);
}

export function isNewer(note: string | null, known: string | null): boolean {
  if (note === null) return false;
  return known === null || (readCheckpoint(note)?.size ?? 0) >= (readCheckpoint(known)?.size ?? 0);
}

/** @param hashes of the log's entries, as they were compared */
export function forkOf(
  notes: TotalVerdict['view']['fork'],
  from: ForkSeen['from'],
  at: number,
  hashes: Uint8Array,
): ForkSeen | null {
  return notes === null ? null : { at, from, notes, hashes };
}
