/** A revealed plan as a server shows it, and a log with a day that holds its hash. */
import type { RevealedPlan } from '#core/contract/seals.ts';
import { toBase64 } from '#core/proof/base64.ts';
import { fromHex, toHex } from '#core/proof/bytes.ts';
import { type DayEntry, entryText } from '#core/proof/entry.ts';
import { hash } from '#tests/core/proof/published.ts';
import { sealedPlan } from '../sealed-plan.ts';
import { dayEntries } from './log.ts';
import { sealPlace, sealsRoot } from './seal-tree.ts';

/** @param place of the day in a log of `days` days */
export function revealedPlan(
  days: number,
  place: number,
): { readonly revealed: RevealedPlan; readonly entries: readonly DayEntry[] } {
  const own = sealedPlan();
  const seals = [own, sealedPlan({}, '1'), sealedPlan({}, '2')].map(
    (one) => fromHex(one.hash, 32) ?? new Uint8Array(),
  );
  const entries = dayEntries(days);
  const before = entries[place];
  const [seal = new Uint8Array()] = seals;
  const found = sealPlace(seal, seals, hash);
  if (before === undefined || found === null) throw new Error('No such day');
  const entry = { ...before, seals: toHex(sealsRoot(seals, hash)) };
  entries[place] = entry;
  const { index, size, path } = found;
  return {
    entries,
    revealed: {
      userId: 42,
      ...own,
      sealedAt: `${entry.day}T11:58:00.000Z`,
      sentAt: `${entry.day}T12:00:00.000Z`,
      receivedAt: `${entry.day}T12:00:01.000Z`,
      revealedAt: `${entry.day}T18:00:00.000Z`,
      day: entry.day,
      sealed: 12,
      revealed: 3,
      published: { entry: entryText(entry), entryIndex: place, index, size, path: path.map(toBase64) },
      prices: {
        from: `${entry.day}T12:05:00.000Z`,
        to: `${entry.day}T17:55:00.000Z`,
        low: { at: `${entry.day}T13:00:00.000Z`, price: '59900.5' },
        high: { at: `${entry.day}T16:00:00.000Z`, price: '65100' },
        entryAt: `${entry.day}T13:00:00.000Z`,
        stopAt: null,
        targetsAt: [`${entry.day}T16:00:00.000Z`, null],
      },
    },
  };
}
