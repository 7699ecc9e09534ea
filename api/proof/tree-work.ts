/** The long computations of a day's tree, from bytes to bytes: so threads of their own can run them. */
import { joined } from '#core/proof/bytes.ts';
import { GROUP } from '#core/proof/grouped-tree.ts';
import { EqualBlinds, type GrownGroup, groupNodes, groupsIn, sumBuilder } from '#core/proof/sum-builder.ts';
import { RECORD_BYTES, sortedRecords } from '#core/proof/sum-nodes.ts';
import { sha256Into } from '../runtime/hashing.ts';

export interface TreeWork {
  /** Leaves in the order of their blinds. The given ones may be gone afterwards. */
  sorted(records: Uint8Array): Promise<Uint8Array>;
  /** The nodes above whole groups of leaves. @param pause lets requests be answered in between */
  nodes(records: Uint8Array, pause: () => Promise<void>): Promise<Uint8Array>;
  /** Gives back what it holds until something is asked again. */
  rest(): Promise<void>;
}

const GROUP_BYTES = GROUP * RECORD_BYTES;
/** Groups that are hashed without a pause. */
const GROUPS_AT_ONCE = 16;

/** On the thread that answers requests, with pauses for them. */
export const workInPlace: TreeWork = {
  sorted: async (records) => sortedRecords(records),
  async nodes(records, pause) {
    const parts: Uint8Array[] = [];
    for (const part of groupsAtOnce(records, GROUPS_AT_ONCE)) {
      parts.push(groupNodes(sha256Into, part));
      await pause();
    }
    return joined(...parts);
  },
  rest: async () => {},
};

/** Whole groups of leaves in parts of so many. */
export function groupsAtOnce(records: Uint8Array, count: number): Uint8Array[] {
  const bytes = count * GROUP_BYTES;
  return Array.from({ length: Math.ceil(records.length / bytes) }, (_, place) =>
    records.subarray(place * bytes, (place + 1) * bytes),
  );
}

/** Sorted leaves whose blinds are all above those in the tree. */
export interface GrowTask {
  /** Leaves in the tree. */
  readonly size: number;
  /** The groups at its end, see `lastGroups`. */
  readonly last: readonly GrownGroup[];
  readonly sorted: Promise<Uint8Array>;
}

export interface Grown {
  readonly size: number;
  readonly groups: readonly GrownGroup[];
}

/** Puts leaves at the end of the tree. Null if two have the same blind. */
export async function grow(
  { size, last, sorted: sorting }: GrowTask,
  work: TreeWork,
  pause: () => Promise<void>,
): Promise<Grown | null> {
  const sorted = await sorting;
  // Those that fill up the last group, whole groups, and what begins another one.
  const filling = Math.min(((GROUP - (size % GROUP)) % GROUP) * RECORD_BYTES, sorted.length);
  const whole = filling + Math.floor((sorted.length - filling) / GROUP_BYTES) * GROUP_BYTES;
  const nodes = await work.nodes(sorted.subarray(filling, whole), pause);
  await pause();
  const tree = sumBuilder(sha256Into, size, groupsIn(last, missing));
  try {
    tree.append(sorted.subarray(0, filling));
    if (whole > filling) tree.appendGroups(sorted.subarray(filling, whole), nodes);
    tree.append(sorted.subarray(whole));
  } catch (error) {
    if (error instanceof EqualBlinds) return null;
    throw error;
  }
  return { size: tree.size(), groups: tree.grown() };
}

function missing(): never {
  throw new Error('A group at the end of the tree is missing');
}
