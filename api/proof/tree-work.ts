/** The long computations of a day's tree, from bytes to bytes: so a thread of their own can run them. */
import { blinder } from '#core/proof/blind.ts';
import { copyBytes } from '#core/proof/bytes.ts';
import { EqualBlinds, type GrownGroup, groupsIn, sumBuilder } from '#core/proof/sum-builder.ts';
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

/** Leaves whose blinds are all above those in the tree: they are sorted, and put at its end. */
export interface GrowTask {
  /** Leaves in the tree. */
  readonly size: number;
  /** The groups at its end, see `lastGroups`. */
  readonly last: readonly GrownGroup[];
  readonly records: Uint8Array;
}

export interface Grown {
  readonly size: number;
  readonly groups: readonly GrownGroup[];
}

/** What a task holds belongs to the work from then on. */
export interface TreeWork {
  /** The leaves of users, as they are kept, in the same order. Fails with a RangeError for what no ledger says. */
  records(task: RecordTask): Promise<Uint8Array>;
  /** Null if two leaves have the same blind. @param pause lets requests be answered in between */
  grow(task: GrowTask, pause: () => Promise<void>): Promise<Grown | null>;
  /** Gives back what it holds until something is asked again. */
  rest(): Promise<void>;
}

/** Leaves that are hashed without a pause. */
const HASHED_AT_ONCE = 4_096;

/** On the thread that answers requests, with pauses for them. */
export const workInPlace: TreeWork = {
  records: async (task) => recordsOf(task),
  async grow(task, pause) {
    const steps = grown(task);
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      await pause();
    }
  },
  rest: async () => {},
};

export function recordsOf({ secret, userIds, totals, seqs, heads }: RecordTask): Uint8Array {
  const blind = blinder(secret, sha256Into);
  const bytes = Buffer.from(heads, 'hex');
  if (bytes.length !== userIds.length * HEAD_BYTES) throw new RangeError('Not a head of each user');
  const records = new Uint8Array(userIds.length * RECORD_BYTES);
  for (let place = 0; place < userIds.length; place += 1) {
    const at = place * RECORD_BYTES;
    blind(userIds[place] as number, records, at);
    writeNumbers(records, at, totals[place] as number, seqs[place] as number);
    copyBytes(bytes, place * HEAD_BYTES, HEAD_BYTES, records, at + HEAD_AT);
  }
  return records;
}

/** Yields where it can be interrupted. */
export function* grown({ size, last, records }: GrowTask): Generator<undefined, Grown | null> {
  const sorted = sortedRecords(records);
  yield;
  const tree = sumBuilder(sha256Into, size, groupsIn(last, missing));
  try {
    for (let at = 0; at < sorted.length; at += HASHED_AT_ONCE * RECORD_BYTES) {
      tree.append(sorted.subarray(at, at + HASHED_AT_ONCE * RECORD_BYTES));
      yield;
    }
  } catch (error) {
    if (error instanceof EqualBlinds) return null;
    throw error;
  }
  return { size: tree.size(), groups: tree.grown() };
}

function missing(): never {
  throw new Error('A group at the end of the tree is missing');
}
