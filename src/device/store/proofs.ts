/** What this phone has seen of the published totals: one row, kept for the next check and for one without a network. */
import type { Reading, Store, Writing } from './port.ts';
import type { ProofRow } from './rows.ts';

/** Before anything was seen. */
const NOTHING_SEEN: Omit<ProofRow, 'since'> = {
  key: 'proof',
  newest: null,
  hashes: new Uint8Array(),
  entries: [],
  entriesFrom: 0,
  met: [],
  fork: null,
  wrong: [],
  changes: '',
  checked: null,
  proofs: [],
  answer: null,
  last: null,
  seenInLine: 0,
};

/** Null before anything was seen. */
export async function proofsOf(reading: Reading): Promise<ProofRow | null> {
  const row = await reading.get('settings', 'proof');
  return row?.key === 'proof' ? { ...NOTHING_SEEN, ...row } : null;
}

export function readProofs(store: Store): Promise<ProofRow | null> {
  return store.read(['settings'], proofsOf);
}

type Change = (row: ProofRow) => Partial<Omit<ProofRow, 'key'>>;

/** @param change what to keep, made from the present row. @param now by the device's clock. */
export function changeProofs(store: Store, now: number, change: Change): Promise<void> {
  return store.write(['settings'], (writing) => changeProofsIn(writing, now, change));
}

/** The same inside a transaction over `settings`. */
export async function changeProofsIn(writing: Writing, now: number, change: Change): Promise<void> {
  const kept = await proofsOf(writing);
  // It watches once it has a checkpoint.
  const row = { ...NOTHING_SEEN, ...kept, since: kept?.newest == null ? now : kept.since };
  await writing.put('settings', [{ ...row, ...change(row) }]);
}

/** Removes what is the user's own. What the log says to everybody stays. */
export async function forgetOwnTotals(writing: Writing): Promise<void> {
  const row = await proofsOf(writing);
  if (row === null) return;
  await writing.put('settings', [{ ...row, checked: null, proofs: [], wrong: [], answer: null, last: null }]);
}
