/**
 * What a number field takes while it is being typed into or pasted into, and where its caret goes.
 * Needs no decimal arithmetic, so that fields can be shown before that code is loaded.
 */
import { inGroups } from './digits.ts';

/** A field's text and where the caret stands in it (UTF-16 offset). */
export interface Edit {
  readonly text: string;
  readonly caret: number;
}

/** Integer digits a field takes; more is refused. Reading a number knows no such limit. */
export const MAX_INTEGER_DIGITS = 30;

/** Decimals that each input of each calculator takes. */
export const FIELDS = {
  RiskMoney: { riskAmount: 2, entryPrice: 8, stopLossPrice: 8, takeProfitPrice: 8, leverage: 1 },
  RiskPercent: {
    riskPercent: 2,
    depositAmount: 2,
    leverage: 1,
    entryPrice: 8,
    stopLossPrice: 8,
    takeProfitPrice: 8,
  },
  AveragePosition: { quantity: 8, price: 8, quantityOrPercent: 8 },
  TakeProfitStopLoss: { entryPrice: 8, takeProfit: 8, stopLoss: 8 },
  ElliottWave: { startPrice: 8, endPrice: 8, actualPrice: 8 },
  Staking: { apr: 2, depositAmount: 8, days: 0, warmUpDays: 0, accrualDelay: 0 },
} as const;

/** The space between groups of three digits in a field. */
export const FIELD_GROUP = ' ';

/**
 * The plain digits of what a user typed: spaces of any kind removed, commas turned into points. Null where what remains
 * is not ASCII digits with at most one point ("", "." and "-5" are null; ",5" and "5," are fine).
 */
export function plainDigits(text: string): string | null {
  const plain = text.replace(SPACES, '').replaceAll(',', '.');
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? plain : null;
}

/** Whether a text reads as a number, or can become one by typing on ("", "." and "," too). */
export function isTypable(text: string): boolean {
  return /^\d*(?:[.,]\d*)?$/.test(text.replace(SPACES, ''));
}

/**
 * The text of a field, with further decimals cut and its integer digits in groups of three. The separator stays as it
 * was typed, but goes with decimals of which none may stay. Null where the text cannot be accepted: the field then keeps
 * what it had.
 */
export function sanitizeTyping(text: string, decimals: number): string | null {
  const compact = cut(text, decimals);
  return compact === null ? null : groupDigits(compact);
}

/** Puts spaces between groups of three integer digits, from four digits on; leaves the rest as it is. */
export function groupDigits(compact: string): string {
  const end = separatorAt(compact);
  return inGroups(compact.slice(0, end), FIELD_GROUP) + compact.slice(end);
}

/**
 * The text as the field shows it, with the caret behind the same digit or separator as before. Null where the text
 * cannot be accepted.
 */
export function reformat(text: string, caret: number, decimals: number): Edit | null {
  const shown = sanitizeTyping(text, decimals);
  if (shown === null) return null;
  return { text: shown, caret: offsetBehind(shown, significantBefore({ text, caret })) };
}

/**
 * What a field shows after a change: `next` is what the browser made of it, `previous` what the field showed before.
 * - What cannot become a number is refused: the field keeps its text and caret.
 * - A decimal typed where there is no room is refused; a pasted number is cut.
 * - A separator stands even in a field without decimals, until the field is left: were it refused, the decimals typed
 *   after it would pass for digits of the integer, and 1.5 would read 15.
 * - Deleting a group's space deletes the digit beside it, in the direction of the key.
 */
export function edit(previous: Edit, next: Edit, decimals: number): Edit {
  const was = previous.text.replace(SPACES, '');
  const now = next.text.replace(SPACES, '');
  if (now === was && next.text.length === previous.text.length - 1) {
    const behind = significantBefore(next);
    const gone = next.caret < previous.caret ? behind - 1 : behind;
    if (gone >= 0 && gone < now.length) {
      return reformat(now.slice(0, gone) + now.slice(gone + 1), gone, decimals) ?? previous;
    }
  }
  const behind = significantBefore(next);
  const typedOne = behind > 0 && now.slice(0, behind - 1) + now.slice(behind) === was;
  if (typedOne && isTypable(now) && cut(was, decimals) === was && cut(now, decimals) !== now) return previous;
  return reformat(next.text, next.caret, decimals) ?? previous;
}

/** A field's text once it is left: no needless leading zeros, no bare separator at either end. Idempotent. */
export function tidy(text: string): string {
  const compact = text.replace(SPACES, '');
  const end = separatorAt(compact);
  const integer = compact.slice(0, end).replace(/^0+(?=\d)/, '');
  const fraction = compact.slice(end + 1);
  if (integer === '' && fraction === '') return '';
  return groupDigits((integer || '0') + (fraction === '' ? '' : compact.slice(end)));
}

// Zero-width and vowel-separator spaces come with pasted text and are not in \s.
const SPACES = /[\s\u180e\u200b\u2060]/g;

function separatorAt(compact: string): number {
  const at = compact.search(/[.,]/);
  return at < 0 ? compact.length : at;
}

function cut(text: string, decimals: number): string | null {
  const compact = text.replace(SPACES, '');
  if (!isTypable(compact)) return null;
  const end = separatorAt(compact);
  if (end > MAX_INTEGER_DIGITS) return null;
  if (decimals === 0 && end < compact.length - 1) return compact.slice(0, end);
  return compact.slice(0, end + 1 + decimals);
}

/** The offset right behind the `count`-th character that is not a group's space. */
function offsetBehind(shown: string, count: number): number {
  let left = count;
  let offset = 0;
  while (left > 0 && offset < shown.length) {
    if (shown[offset] !== FIELD_GROUP) left -= 1;
    offset += 1;
  }
  return offset;
}

function significantBefore(at: Edit): number {
  return at.text.slice(0, Math.max(0, at.caret)).replace(SPACES, '').length;
}
