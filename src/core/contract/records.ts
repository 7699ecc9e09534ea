/** Calls about calculations: one, a batch from the outbox, and the history kept beside the ledger. */
import * as v from 'valibot';
import { COUNT_REASONS } from '#core/points/events.ts';
import { CalculationTypeName, Inputs, Points, RecordId, Seq, Time, UserId } from './primitives.ts';
import { ProfileRecord } from './user.ts';

export const MAX_BATCH = 500;
export const MAX_RECORDS_PAGE = 500;

/**
 * Grows when inputs change. If one record is sent twice, the inputs of the higher revision win. A higher revision also
 * restores a deleted record.
 */
const Revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** One record of a batch. A malformed record is `rejected` alone. */
export const RecordOnWire = v.object({
  id: RecordId,
  calculationType: CalculationTypeName,
  occurredAt: Time,
  inputs: v.optional(v.nullable(Inputs)),
  revision: v.optional(Revision),
});
export type RecordOnWire = v.InferInput<typeof RecordOnWire>;

/**
 * Only for devices that send `known`. `change`: the newest number that the server has given to a deletion or revision of a record, or
 * to an edit; absent without one. `isKnown`: false if the server never gave the `known` number, or has forgotten it. It may have
 * been restored from an older backup: the device sends all of its deletions and revisions again.
 */
const CHANGED = { change: v.optional(Seq), isKnown: v.optional(v.boolean()) };

/**
 * `sentAt` is the device's own clock at sending. `known`: the newest `change` that the server answered to this device, 0 without
 * one.
 */
export const SyncBody = v.object({
  userId: UserId,
  known: v.optional(Seq),
  sentAt: v.optional(v.nullable(Time)),
  records: v.pipe(v.array(v.unknown()), v.maxLength(MAX_BATCH)),
});
export type SyncBody = Omit<v.InferInput<typeof SyncBody>, 'records'> & { records: readonly RecordOnWire[] };

/** Why a record was refused: a field violates the contract. */
export const REFUSALS = ['malformed', 'bad_id', 'unknown_type', 'bad_time', 'bad_inputs'] as const;
export type Refusal = (typeof REFUSALS)[number];

/**
 * - `recorded`: now in the ledger, with `awarded` points and `reason`.
 * - `duplicate`: already in the ledger; `awarded`, `reason` and `seq` repeat the first answer.
 * - `conflict`: the id exists with another type or time. `rejected`: `reason` is a refusal.
 * - `too_many_today`: beyond the limit of one UTC day; nothing was appended. The record stays in the outbox until
 *   `retryAt`.
 */
export const RecordResult = v.object({
  /** As sent; null if the record's id was not text. Results keep the order of the records. */
  id: v.nullable(v.string()),
  answer: v.picklist(['recorded', 'duplicate', 'conflict', 'rejected', 'too_many_today']),
  awarded: v.optional(Points),
  reason: v.optional(v.picklist([...COUNT_REASONS, ...REFUSALS])),
  seq: v.optional(Seq),
  /** By the server's clock. */
  retryAt: v.optional(Time),
});
export type RecordResult = v.InferOutput<typeof RecordResult>;

export const SyncAnswer = v.object({
  results: v.array(RecordResult),
  profile: ProfileRecord,
  ...CHANGED,
});
export type SyncAnswer = v.InferOutput<typeof SyncAnswer>;

/** Without `id` the call cannot be repeated safely. */
export const CalculationBody = v.object({
  userId: UserId,
  calculationType: CalculationTypeName,
  id: v.optional(v.nullable(RecordId)),
  occurredAt: v.optional(v.nullable(Time)),
  sentAt: v.optional(v.nullable(Time)),
  inputs: v.optional(v.nullable(Inputs)),
  revision: v.optional(Revision),
});
export type CalculationBody = v.InferInput<typeof CalculationBody>;

/** Like one result of a batch, but `conflict`, refusals and `too_many_today` are errors (409, 400, 429). */
export const CalculationAnswer = v.object({
  id: v.string(),
  answer: v.picklist(['recorded', 'duplicate']),
  awarded: Points,
  reason: v.picklist(COUNT_REASONS),
  seq: Seq,
  profile: ProfileRecord,
});
export type CalculationAnswer = v.InferOutput<typeof CalculationAnswer>;

/** Query of `GET /api/records/{id}`: records with a sequence number below `before`, newest first. */
export const RecordsQuery = v.object({
  before: v.optional(pageNumber(1, Number.MAX_SAFE_INTEGER)),
  limit: v.optional(pageNumber(1, MAX_RECORDS_PAGE)),
});
export const KeptRecord = v.object({
  id: v.string(),
  calculationType: CalculationTypeName,
  occurredAt: Time,
  inputs: v.nullable(v.record(v.string(), v.unknown())),
  revision: v.number(),
  awarded: Points,
  reason: v.picklist(COUNT_REASONS),
  seq: Seq,
});
export type KeptRecord = v.InferOutput<typeof KeptRecord>;
export const RecordsAnswer = v.object({ records: v.array(KeptRecord), nextBefore: v.nullable(Seq) });
export type RecordsAnswer = v.InferOutput<typeof RecordsAnswer>;

/** How many records left the history; 0 if the record was not there (any more). Their events and points stay. */
export const RecordsDeleted = v.object({ deleted: v.number() });
export type RecordsDeleted = v.InferOutput<typeof RecordsDeleted>;

/**
 * Query of `DELETE /api/records/{id}/{recordId}`. `upTo`: the revision that the user deleted; a later one stays. Without it, any
 * is deleted. `known` as in `SyncBody`.
 */
export const RecordDeletion = v.object({
  upTo: v.optional(pageNumber(0, Number.MAX_SAFE_INTEGER)),
  known: v.optional(pageNumber(0, Number.MAX_SAFE_INTEGER)),
});
/** `later`: the later revision, shown or deleted, that the history has; absent without one. */
export const RecordDeleted = v.object({
  ...RecordsDeleted.entries,
  ...CHANGED,
  later: v.optional(Revision),
});
export type RecordDeleted = v.InferOutput<typeof RecordDeleted>;

/** A whole number in a query string. */
export function pageNumber(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,16}$/, 'not a whole number'),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
  );
}
