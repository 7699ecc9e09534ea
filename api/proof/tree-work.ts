/** The long computations of a day's tree, from bytes to bytes: so threads of their own can run them. */
import { blinder } from '#core/proof/blind.ts';
import { copyBytes, joined } from '#core/proof/bytes.ts';
import { GROUP } from '#core/proof/grouped-tree.ts';
import { EqualBlinds, type GrownGroup, groupNodes, groupsIn, sumBuilder } from '#core/proof/sum-builder.ts';
import { HEAD_AT, HEAD_BYTES, RECORD_BYTES, sortedRecords, writeNumbers } from '#core/proof/sum-nodes.ts';
import { sha256Into } from '../runtime/hashing.ts';

/** What the ledgers of some users say at the end of a day, by columns: see `UserTotal`. */
export interface RecordTask {
  /** Of the day. */
  readonly secret: Uint8Array;
  readonly userIds: Float64Array;
  readonly totals: Float64Array;
  readonly seqs: Float64Array;
  /** One after the other. */
  readonly heads: string;
}

export interface TreeWork {
  /**
   * The leaves of users, as they are kept, in the same order. The columns may be gone afterwards. Fails with a RangeError for what no
   * ledger says.
   */
  records(task: RecordTask): Promise<Uint8Array>;
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
  records: async (task) => recordsOf(task),
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

export function recordsOf({ secret, userIds, totals, seqs, heads }: RecordTask): Uint8Array {
  const blind = blinder(secret, sha256Into);
  const bytes = Buffer.from(heads, 'hex');
  // Decoding ends at what is no digit, and takes both cases.
  if (bytes.length !== userIds.length * HEAD_BYTES || bytes.toString('hex') !== heads)
    throw new RangeError('Not a head of each user');
  const records = new Uint8Array(userIds.length * RECORD_BYTES);
  for (let place = 0; place < userIds.length; place += 1) {
    const at = place * RECORD_BYTES;
    blind(userIds[place] as number, records, at);
    writeNumbers(records, at, totals[place] as number, seqs[place] as number);
    copyBytes(bytes, place * HEAD_BYTES, HEAD_BYTES, records, at + HEAD_AT);
  }
  return records;
}

function missing(): never {
  throw new Error('A group at the end of the tree is missing');
}
