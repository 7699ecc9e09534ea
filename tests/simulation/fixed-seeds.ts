/** Seeds that every run of the simulation starts with. */
import type { DeploymentName } from './run-seed.ts';

/** A restored server writes its only lost event again, with the same bytes. */
const SAME_BYTES_AGAIN = 45_311;
/** A clock that is ahead fills the next day. */
const NEXT_DAY_FULL = 18_752;
/** A phone learns of a deletion while the server fails on its record. */
const DELETED_DURING_FAILURE = 92_405;
/** The answer to a repeated deletion is lost, and the server is restored again. */
const RESTORED_TWICE = 80_034;

/** A record goes with the newest edit while the clock is back: the next edit must not get its number. */
const NUMBER_AGAIN = 913_223_711;
/** After a restore another phone edits the field that a phone knows as its newest: that phone sends its edits again. */
const SAME_FIELD_AFTER_RESTORE = 1674;
/** After a restore that lost all edits of a user, another phone sends an older edit of the same field. */
const OLDER_EDIT_AFTER_RESTORE = 2_702_844_586;
/** A deletion empties the phone while it looks for what the server promised. */
const DELETED_WHILE_LOOKING = 972_831_659;
/** A server is restored twice, and a phone knows only the event of another phone's record: it must not erase that record. */
const EVENT_ONLY = 3_739_549_549;
/** A restore loses a deletion, and no event: the record must not come back. */
const ONLY_A_DELETION_LOST = 23_146;
/** A deletion moves with its ledger, and a backup from before both is restored. */
const DELETED_BEFORE_THE_MOVE = 2_792_047_311;

const ONCE_FAILED = [
  SAME_BYTES_AGAIN,
  NEXT_DAY_FULL,
  DELETED_DURING_FAILURE,
  RESTORED_TWICE,
  NUMBER_AGAIN,
  SAME_FIELD_AFTER_RESTORE,
  OLDER_EDIT_AFTER_RESTORE,
  DELETED_WHILE_LOOKING,
  EVENT_ONLY,
  ONLY_A_DELETION_LOST,
  DELETED_BEFORE_THE_MOVE,
];

/** Together they reach every rare path (`paths.ts`), most of them more than once. */
const REACHING: Readonly<Record<DeploymentName, readonly number[]>> = {
  machine: [4, 16, 25, 48, 59, 98, 155, 193, 414, 435, 1297, 1298],
  objects: [16, 43, 53, 80, 88, 133, 141, 150, 177, 190, 199, 296, 1047],
};

/** Seeds that found a fault once, and seeds that reach every rare path. */
export const FIXED_SEEDS: Readonly<Record<DeploymentName, readonly number[]>> = {
  machine: [...ONCE_FAILED, ...REACHING.machine],
  objects: [...ONCE_FAILED, ...REACHING.objects],
};
