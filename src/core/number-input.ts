/**
 * What a number field shows, takes and keeps. A field shows its number in the format of the language and keeps plain
 * digits with a decimal point. Needs no decimal arithmetic, so that fields can be shown before that code is loaded.
 */
import { inGroups } from './digits.ts';
import { NUMBER_SIGNS, type NumberLanguage } from './number-format.ts';
import { readPaste } from './number-paste.ts';

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

export interface FieldFormat {
  readonly language: NumberLanguage;
  /** Decimals that the field takes. */
  readonly decimals: number;
}

/** A field's text and its selection (UTF-16 offsets; both are the caret where nothing is selected). */
export interface FieldState {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What the browser made of a field: its text, its caret, and what the event says of the change. */
export interface FieldInput {
  readonly text: string;
  readonly caret: number;
  /** Of the event, or '' where it has none, as autofill. */
  readonly inputType: string;
  /** What was inserted, where the event says it. */
  readonly data: string | null;
}

/** What a field shows and keeps after a change. */
export interface FieldEdit extends FieldState {
  /** Plain digits, with a decimal point behind which decimals may be missing. */
  readonly value: string;
  /** A paste could not be read: the field is as it was. */
  readonly isPasteRefused: boolean;
}

/**
 * The plain digits of a text that knows no language: spaces of any kind removed, commas turned into points. Null where
 * what remains is not ASCII digits with at most one point ("", "." and "-5" are null; ",5" and "5," are fine).
 */
export function plainDigits(text: string): string | null {
  const plain = compactOf(text);
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? plain : null;
}

/**
 * What a field keeps of a stored text, with further decimals cut. Earlier versions stored texts as typed, with spaces
 * between groups and a point or a comma. Empty where the text is neither a number nor the beginning of one.
 */
export function typedDigits(stored: string, decimals = Number.POSITIVE_INFINITY): string {
  return cut(compactOf(stored), decimals) ?? '';
}

/** What a field shows of what it keeps. */
export function fieldText(value: string, { language, decimals }: FieldFormat): string {
  return written(groupDigits(typedDigits(value, decimals)), language);
}

/** What a field keeps once it is left: no needless leading zeros, no bare point at either end. Idempotent. */
export function tidy(value: string): string {
  const compact = compactOf(value);
  const end = pointAt(compact);
  const integer = compact.slice(0, end).replace(/^0+(?=\d)/, '');
  const fraction = compact.slice(end + 1);
  if (integer === '' && fraction === '') return '';
  return (integer || '0') + (fraction === '' ? '' : compact.slice(end));
}

/**
 * The field after a change that the browser made to `before`.
 * - A single typed character that cannot be part of the number is refused, and so is a decimal for which there is no room.
 *   A typed comma or point becomes the decimal sign of the language.
 * - A decimal sign stands even in a field without decimals, until the field is left: were it refused, the decimals typed
 *   after it would be read as integer digits, and 1.5 as 15.
 * - Deleting a group sign deletes the digit beside it, in the direction of the key.
 * - Everything else that inserts text is a paste.
 */
export function applyInput(before: FieldState, input: FieldInput, format: FieldFormat): FieldEdit {
  const { inputType, data, text } = input;
  const own = neutral(before.text, format.language);
  const splice = spliceOf(before, input);
  // Without a type it may also be a tool that has emptied the field.
  if (inputType === '') return text === '' ? typed(before, '', 0, format) : applyPaste(before, text, format);
  if (PASTES.has(inputType)) return applyPaste(before, data || splice?.inserted || text, format);
  if (splice === null || inputType.startsWith('history')) {
    const isTyped = !inputType.startsWith('insert') || data?.length === 1;
    if (!isTyped) return applyPaste(before, data || text, format);
    return typed(before, neutral(text, format.language), input.caret, format);
  }
  const { at, end, inserted } = splice;
  if (inserted.length > 1) return applyPaste(before, data || inserted, format);
  if (inserted === '') {
    const gone = own.slice(at, end) === ' ' ? besideGroup(at, end, inputType, before) : { at, end };
    return typed(before, own.slice(0, gone.at) + own.slice(gone.end), gone.at, format);
  }
  const next = own.slice(0, at) + inserted + own.slice(end);
  const isFull = cut(compactOf(own), format.decimals) === compactOf(own);
  const compact = compactOf(next);
  if (isFull && isTypable(compact) && cut(compact, format.decimals) !== compact) return kept(before, format);
  return typed(before, next, at + 1, format);
}

/** The field after a paste: the number takes the place of all that was there, with further decimals cut. */
export function applyPaste(before: FieldState, pasted: string, format: FieldFormat): FieldEdit {
  const number = readPaste(pasted, format.language);
  const value = number === null ? null : cut(number, format.decimals);
  if (value === null) return { ...kept(before, format), isPasteRefused: true };
  const text = fieldText(value, format);
  return { value, text, start: text.length, end: text.length, isPasteRefused: false };
}

/**
 * A composition under way: the keyboard owns the field's text until it is done, and replaces a whole word with each key.
 * `own` is the text with its own groups as spaces; `pasted` is what a suggestion put in, or null while keys were typed.
 */
export interface Composition {
  readonly before: FieldState;
  readonly text: string;
  readonly own: string;
  readonly pasted: string | null;
}

export function beginComposition(before: FieldState, { language }: FieldFormat): Composition {
  return { before, text: before.text, own: neutral(before.text, language), pasted: null };
}

/** The composition after an input event. */
export function composeInput(composition: Composition, input: FieldInput): Composition {
  const { text, own } = composition;
  // The keyboard takes its text out to put the same in for good.
  if (input.inputType === 'deleteCompositionText' || input.text === text) return composition;
  const splice = spliceByCaret(text, input);
  if (splice === null || splice.inserted.length > 1) {
    return { ...composition, text: input.text, own: input.text, pasted: input.data || input.text };
  }
  const next = own.slice(0, splice.at) + splice.inserted + own.slice(splice.end);
  const pasted = composition.pasted === null ? null : input.text;
  return { ...composition, text: input.text, own: next, pasted };
}

/** What the field keeps while the composition goes on; null where it is no number so far. */
export function composedValue({ own, pasted }: Composition, { decimals }: FieldFormat): string | null {
  return pasted === null ? cut(compactOf(own), decimals) : null;
}

/** The field after the composition. @param caret where the keyboard left it */
export function endComposition(composition: Composition, caret: number, format: FieldFormat): FieldEdit {
  const { before, own, pasted } = composition;
  return pasted === null ? typed(before, own, caret, format) : applyPaste(before, pasted, format);
}

const PASTES = new Set([
  'insertFromPaste',
  'insertFromPasteAsQuotation',
  'insertFromDrop',
  'insertFromYank',
  'insertReplacementText',
]);
// Zero-width and vowel-separator spaces come with pasted text and are not in \s.
const SPACES = /[\s\u180e\u200b\u2060]/g;

function compactOf(text: string): string {
  return text.replace(SPACES, '').replaceAll(',', '.');
}

/** Whether compact text is a number, or can become one by typing on ("", "." too). */
function isTypable(compact: string): boolean {
  return /^\d*(?:\.\d*)?$/.test(compact);
}

function pointAt(compact: string): number {
  const at = compact.indexOf('.');
  return at < 0 ? compact.length : at;
}

function cut(compact: string, decimals: number): string | null {
  if (!isTypable(compact)) return null;
  const end = pointAt(compact);
  if (end > MAX_INTEGER_DIGITS) return null;
  if (decimals === 0 && end < compact.length - 1) return compact.slice(0, end);
  return compact.slice(0, end + 1 + decimals);
}

/** Spaces between groups of three integer digits, from four digits on. */
function groupDigits(compact: string): string {
  const end = pointAt(compact);
  return inGroups(compact.slice(0, end), ' ') + compact.slice(end);
}

/** Grouped text in the signs of a language. Changes no offset. */
function written(grouped: string, language: NumberLanguage): string {
  const { decimal, group } = NUMBER_SIGNS[language];
  return grouped.replace(/[ .]/g, (sign) => (sign === ' ' ? group : decimal));
}

/** The reverse of `written`, for text that a field shows: only there is every group sign known to be one. */
function neutral(shown: string, language: NumberLanguage): string {
  const { decimal, group } = NUMBER_SIGNS[language];
  return shown.replaceAll(group, ' ').replaceAll(decimal, '.');
}

/** The field with the text that typing made, or as it was where that cannot become a number. */
function typed(before: FieldState, text: string, caret: number, format: FieldFormat): FieldEdit {
  const value = cut(compactOf(text), format.decimals);
  if (value === null) return kept(before, format);
  const shown = groupDigits(value);
  const at = offsetBehind(shown, compactOf(text.slice(0, caret)).length);
  return { value, text: written(shown, format.language), start: at, end: at, isPasteRefused: false };
}

function kept(before: FieldState, { language }: FieldFormat): FieldEdit {
  return { ...before, value: compactOf(neutral(before.text, language)), isPasteRefused: false };
}

/** The offset behind the `count`-th character that is not a group's space. */
function offsetBehind(grouped: string, count: number): number {
  let left = count;
  let offset = 0;
  while (left > 0 && offset < grouped.length) {
    if (grouped[offset] !== ' ') left -= 1;
    offset += 1;
  }
  return offset;
}

interface Splice {
  /** What was removed of the earlier text. */
  readonly at: number;
  readonly end: number;
  readonly inserted: string;
}

/** What a change replaced; null where the two texts do not tell. */
function spliceOf(before: FieldState, input: FieldInput): Splice | null {
  const { text, start, end } = before;
  const tail = text.length - end;
  const isSelection =
    input.text.length >= start + tail &&
    input.text.startsWith(text.slice(0, start)) &&
    input.text.endsWith(text.slice(end));
  if (!isSelection) return spliceByCaret(text, input);
  return { at: start, end, inserted: input.text.slice(start, input.text.length - tail) };
}

/** A deletion or one typed character, as the caret tells: behind it the earlier text goes on. */
function spliceByCaret(earlier: string, { text, caret }: FieldInput): Splice | null {
  const end = earlier.length - (text.length - caret);
  if (end < 0 || earlier.slice(end) !== text.slice(caret)) return null;
  for (const at of [caret, caret - 1]) {
    if (at >= 0 && at <= end && earlier.slice(0, at) === text.slice(0, at)) {
      return { at, end, inserted: text.slice(at, caret) };
    }
  }
  return null;
}

/** The digit beside a deleted group sign. */
function besideGroup(at: number, end: number, inputType: string, before: FieldState) {
  const isForward = inputType === 'deleteContentForward' && before.start === before.end;
  return isForward ? { at, end: end + 1 } : { at: at - 1, end };
}
