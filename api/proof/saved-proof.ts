/** The proof of a user's total on a day, as the user saves it. */
import type { ProofAnswer } from '#core/contract/proof.ts';
import { toBase64 } from '#core/proof/base64.ts';
import { blindOf } from '#core/proof/blind.ts';
import { toHex } from '#core/proof/bytes.ts';
import { GROUP, type Groups, pathIn } from '#core/proof/grouped-tree.ts';
import { nodesOf } from '#core/proof/sum-builder.ts';
import { compareBlinds, hashIn, RECORD_BYTES, readRecord, sumNodes, sumOf } from '#core/proof/sum-nodes.ts';
import { sha256Into } from '../runtime/hashing.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { type DayRow, groupsOfDay, keptDays } from './day-store.ts';
import { dayText, entryOf, inclusionOf, logRow, sizeOf } from './log-store.ts';

/**
 * Null if no leaf of this user is kept of that day.
 * @param day `YYYY-MM-DD`; null for the newest day that has a leaf of this user
 */
export function savedProof(sql: Sql, userId: number, day: string | null): ProofAnswer | null {
  const checkpoint = logRow(sql)?.newest ?? null;
  if (checkpoint === null) return null;
  const size = sizeOf(checkpoint);
  const kept = keptDays(sql).flatMap((row) => {
    const entry = entryOf(sql, row.day);
    // Witnesses are still being asked about a newer one.
    return entry === null || entry.place >= size ? [] : [{ row, entry }];
  });
  const [last, first] = [kept[0], kept.at(-1)];
  if (last === undefined || first === undefined) return null;
  for (const { row, entry } of kept) {
    if (day !== null && dayText(row.day) !== day) continue;
    const leaf = leafIn(sql, row, userId);
    if (leaf === null) continue;
    return {
      proof: {
        v: 1,
        ...leaf,
        entry: entry.text,
        index: entry.place,
        inclusion: inclusionOf(sql, size, entry.place).map(toBase64),
        checkpoint,
      },
      first: dayText(first.row.day),
      last: dayText(last.row.day),
    };
  }
  return null;
}

/** The user's leaf in the day's tree, and the way from it to the root. */
function leafIn(sql: Sql, { day, secret, users }: DayRow, userId: number) {
  const groups = groupsOfDay(sql, day);
  const index = placeOf(groups, users, blindOf(secret, userId, sha256Into));
  if (index === null) return null;
  const { blind, total, seq, head } = readRecord(groups(0, Math.floor(index / GROUP)), index % GROUP);
  return {
    leaf: { blind: toHex(blind), total: String(total), seq, head: toHex(head) },
    path: pathIn(sumNodes(sha256Into), nodesOf(sha256Into, groups), users, index).map(({ side, node }) => ({
      side,
      sum: String(sumOf(node)),
      hash: toHex(hashIn(node)),
    })),
  };
}

/** By halving: leaves stand in the order of their blinds. */
function placeOf(groups: Groups, users: number, blind: Uint8Array): number | null {
  let [from, to] = [0, Math.ceil(users / GROUP)];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const records = groups(0, middle);
    const count = records.length / RECORD_BYTES;
    if (compareBlinds(blind, 0, records, 0) < 0) to = middle;
    else if (compareBlinds(blind, 0, records, (count - 1) * RECORD_BYTES) > 0) from = middle + 1;
    else return inGroup(records, middle, blind);
  }
  return null;
}

function inGroup(records: Uint8Array, group: number, blind: Uint8Array): number | null {
  for (let at = 0; at < records.length; at += RECORD_BYTES)
    if (compareBlinds(blind, 0, records, at) === 0) return group * GROUP + at / RECORD_BYTES;
  return null;
}
