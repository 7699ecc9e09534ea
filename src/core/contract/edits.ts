/** Calls about edits: the account of the calculators, and the outcomes of records. */
import * as v from 'valibot';
import { ACCOUNT_FIELDS } from '#core/calculators/trade-account.ts';
import { ACCOUNT_SUBJECT } from '#core/edits.ts';
import { NOTE_LENGTH, RESULTS } from '#core/journal/outcome.ts';
import { Count, RecordId, Time, UserId } from './primitives.ts';
import { pageNumber } from './records.ts';

export const MAX_EDITS = 200;

/** Plain digits, or empty. */
const Digits = v.pipe(v.string(), v.regex(/^(?:\d{1,30}(?:\.\d{1,30})?)?$/, 'not plain digits'));

const STAMP = {
  /** By the server's clock, as far as the device knows it. */
  at: Time,
  device: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  /**
   * Only for an edit that no server has judged: the time of the edit that it replaces, 0 of Unix time without one. Where the
   * clock was wrong, the server corrects its time.
   */
  over: v.optional(Time),
};
const OUTCOME = { subject: RecordId, ...STAMP };

/** One field of the account, or of a record's outcome. An empty value clears it. */
export const EditOnWire = v.variant('field', [
  v.object({
    field: v.picklist(ACCOUNT_FIELDS),
    subject: v.literal(ACCOUNT_SUBJECT),
    value: Digits,
    ...STAMP,
  }),
  v.object({ field: v.literal('result'), value: v.picklist(['', ...RESULTS]), ...OUTCOME }),
  v.object({ field: v.literal('exitPrice'), value: Digits, ...OUTCOME }),
  v.object({ field: v.literal('note'), value: v.pipe(v.string(), v.maxLength(NOTE_LENGTH)), ...OUTCOME }),
]);
export type EditOnWire = v.InferOutput<typeof EditOnWire>;

/** The edit with the greatest number that the server ever told a device. */
const KnownEdit = {
  change: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  subject: v.pipe(v.string(), v.maxLength(40)),
  field: v.pipe(v.string(), v.maxLength(40)),
};

/** A time in the future counts as now. `sentAt`: the server's clock at sending, as far as the device knows it. */
export const EditsBody = v.object({
  userId: UserId,
  known: v.optional(v.object(KnownEdit)),
  sentAt: v.optional(Time),
  edits: v.pipe(v.array(EditOnWire), v.maxLength(MAX_EDITS)),
});
export type EditsBody = v.InferInput<typeof EditsBody>;

/**
 * An edit as the server keeps it. `change` numbers a user's edits in the order in which the server took them. Later versions
 * may have more fields: a device skips those that it does not know.
 */
export const KeptEdit = v.object({
  subject: v.string(),
  field: v.string(),
  value: v.string(),
  at: Time,
  device: v.string(),
  change: Count,
});
export type KeptEdit = v.InferOutput<typeof KeptEdit>;

/**
 * The edits that the server keeps of the fields that were sent: of two, the newer one. A record that has left the history, or
 * never reached it, has none. `before`: the user's newest change before this call. `isKnown`: false if the server never gave the
 * number of the `known` edit. It was restored from an older backup: the device sends all of its edits again, and asks for all.
 */
export const EditsSaved = v.object({ edits: v.array(KeptEdit), before: Count, isKnown: v.boolean() });
export type EditsSaved = v.InferOutput<typeof EditsSaved>;

/**
 * Query of `GET /api/edits/{id}`: the edits after a change, oldest first. `known`, `subject` and `field` are those of the known
 * edit.
 */
export const EditsQuery = v.object({
  after: v.optional(pageNumber(0, Number.MAX_SAFE_INTEGER)),
  known: v.optional(pageNumber(0, Number.MAX_SAFE_INTEGER)),
  subject: v.optional(KnownEdit.subject),
  field: v.optional(KnownEdit.field),
});

/** `isKnown` as in `EditsSaved`. */
export const EditsAnswer = v.object({
  edits: v.array(KeptEdit),
  isComplete: v.boolean(),
  isKnown: v.boolean(),
});
export type EditsAnswer = v.InferOutput<typeof EditsAnswer>;
