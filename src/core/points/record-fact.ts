/** The text form of a recorded calculation, the only fact that the device itself reads as events arrive. */

import { CALCULATION_TYPES, type CalculationType } from '../calculators/catalogue.ts';
import { type CalculationRecorded, COUNT_REASONS, type CountReason } from './events.ts';

export const INTEGER = '(0|-?[1-9][0-9]{0,15})';
export const INTEGER_OR_NULL = '(null|0|-?[1-9][0-9]{0,15})';
export const WORD = '"([A-Za-z_]+)"';

const RECORD = new RegExp(
  `^\\{"calculationType":${WORD},"day":${INTEGER},"occurredAt":${INTEGER},"reason":${WORD},"sentAt":${INTEGER_OR_NULL}\\}$`,
);

/** See `readFact`, which reads the other facts as well. */
export function readRecord(text: string): CalculationRecorded | null {
  const match = RECORD.exec(text);
  if (match === null) {
    return null;
  }
  const calculationType = match[1];
  const day = Number(match[2]);
  const occurredAt = Number(match[3]);
  const reason = match[4];
  const sentAt = match[5] === 'null' ? null : Number(match[5]);
  return isCalculationType(calculationType) &&
    isCountReason(reason) &&
    isInteger(day) &&
    isInteger(occurredAt) &&
    (sentAt === null || isInteger(sentAt))
    ? { type: 'CalculationRecorded.v1', data: { calculationType, day, occurredAt, reason, sentAt } }
    : null;
}

export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isCalculationType(value: unknown): value is CalculationType {
  return (CALCULATION_TYPES as readonly unknown[]).includes(value);
}

function isCountReason(value: unknown): value is CountReason {
  return (COUNT_REASONS as readonly unknown[]).includes(value);
}
