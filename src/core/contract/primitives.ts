/** The values that several calls share: ids, times, points. */
import * as v from 'valibot';
import { CALCULATION_TYPES } from '#core/calculators/catalogue.ts';
import { LANGUAGE_CODES } from '#core/languages.ts';
import { BUCKETS } from '#core/points/events.ts';

/** A user of the messaging app: a JSON number. */
export const UserId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** Points on the wire: a decimal string with at most three decimals, without trailing zeros. */
export const Points = v.pipe(v.string(), v.regex(/^-?(0|[1-9]\d*)(\.\d{0,2}[1-9])?$/));

/** ISO 8601 in UTC, to be read with `Date.parse`. */
export const Time = v.pipe(v.string(), v.maxLength(30), v.check(isUtcTime, 'not an ISO 8601 time in UTC'));

/** A UUID (the app makes version 7). Compared in lower case. */
export const RecordId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'not a UUID'),
);

export const CalculationTypeName = v.picklist(CALCULATION_TYPES);
export const BucketName = v.picklist(BUCKETS);
export const Language = v.picklist(LANGUAGE_CODES);
export type Language = v.InferOutput<typeof Language>;

export const Seq = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const Count = Seq;
export const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
export const HeadOnWire = v.object({ seq: Seq, hash: Hash });

export const MAX_INPUTS_BYTES = 2048;
/** A calculation's inputs: a JSON object of at most 2 KB as UTF-8 text. */
export const Inputs = v.pipe(
  v.custom<Readonly<Record<string, unknown>>>(isPlainObject, 'not an object'),
  v.check(isSmall, 'larger than 2 KB'),
);

function isSmall(inputs: Readonly<Record<string, unknown>>): boolean {
  try {
    const text = JSON.stringify(inputs);
    // A unit of UTF-16 takes at most three bytes, so most inputs need no counting.
    return text.length * 3 <= MAX_INPUTS_BYTES || utf8Length(text) <= MAX_INPUTS_BYTES;
  } catch {
    // Too deep to serialise. 2 KB of text holds a thousand levels, and those always serialise.
    return false;
  }
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x800) bytes += 2;
    else if (unit >= 0x80) bytes += 1;
    const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    if (isPair) i++;
  }
  return bytes;
}

function isUtcTime(text: string): boolean {
  const day = Number(UTC_TIME.exec(text)?.[1] ?? Number.NaN);
  // `Date.parse` accepts day 31 of any month; only a real date keeps its day. Every month has 28.
  return day <= 28 || new Date(Date.parse(text)).getUTCDate() === day;
}

const UTC_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;

/** The same schema, which takes no array in an object's place: `v.record` does, with its places as keys. */
export function noArray<T extends v.GenericSchema>(schema: T): T {
  return {
    ...schema,
    '~run': (dataset, config) =>
      schema['~run']({ ...dataset, value: Array.isArray(dataset.value) ? null : dataset.value }, config),
  };
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
