import { ascii, joined, toHex } from '#core/proof/bytes.ts';
import {
  checkTotal,
  LINKS,
  type OwnLedger,
  type TotalCase,
  type TotalVerdict,
} from '#core/proof/check-total.ts';
import { type DayEntry, entryText } from '#core/proof/entry.ts';
import { readPins } from '#core/proof/pins.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { checkpointOf, dayEntries, hashesOf, proofIn } from '#tests/support/proof/log.ts';
import { LOG, PINS, WITNESS } from '#tests/support/proof/test-keys.ts';
import { hash, verify } from './published.ts';

export const SIGNERS = [LOG, WITNESS];
export const TRUSTED = readPins(PINS, hash) as NonNullable<ReturnType<typeof readPins>>;
const DAY_MS = 86_400_000;
export const MINE: Leaf = { blind: new Uint8Array(16), total: 2500n, seq: 12, head: hash(ascii('12')) };
export const OWN: OwnLedger = {
  state: 'valid',
  event: { hash: toHex(MINE.head), points: 2500, at: 0 },
  known: [],
  checked: null,
  checkedHash: null,
  restores: [],
  isInLine: true,
};
export const numberOf = (day: string) => Date.parse(day) / DAY_MS;

export const logOf = (entries: readonly DayEntry[]): TotalCase['log'] => ({
  notes: [checkpointOf(entries, SIGNERS)],
  hashes: joined(...hashesOf(entries)),
  entries: entries.map(entryText),
  from: 0,
});

/** A published day with the user's leaf after these days, and days after it. */
export function published(before: readonly DayEntry[], leaf = MINE, after = 0) {
  const { proof, entries } = proofIn(before, [leaf], 0, SIGNERS);
  const all = [...entries, ...dayEntries(entries.length + after).slice(entries.length)];
  return { proof: JSON.stringify(proof), entries, all, day: entries.at(-1)?.day ?? '' };
}

export async function check(given: Partial<TotalCase>, own: Partial<OwnLedger> = {}) {
  const whole = { proof: null, log: logOf([]), now: Date.UTC(2026, 10, 8), ...given };
  return checkTotal({ ...whole, own: { ...OWN, ...own } }, TRUSTED, { hash, verify });
}

export function wordsOf({ links }: TotalVerdict): string[] {
  return LINKS.flatMap((link) => {
    const one = links[link];
    return one.state === 'ok' ? [] : [`${link} ${one.state === 'fault' ? one.fault : one.why}`];
  });
}
