import { readOrZero, shownDigits } from '../numbers.ts';

/** An input of a record as plain digits, at most eight of them behind the point. */
export function inputDigits(text: string): string {
  return shownDigits(readOrZero(text), 8);
}
