/**
 * The text and the stored value of a number field. A field shows its number in the format of the language and stores
 * plain digits with a decimal point. Needs no decimal arithmetic, so that fields can be shown before that code is
 * loaded.
 */
import { inGroups, withoutEndZeros } from './digits.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { readPaste } from './number-paste.ts';

/** Integer digits a field accepts. Reading a number has no such limit. */
export const MAX_INTEGER_DIGITS = 30;

/** Decimals that a field for a price accepts. */
export const PRICE_DECIMALS = 8;

export interface FieldFormat {
  readonly language: Language;
  /** Decimals that the field accepts. */
  readonly decimals: number;
}

/** A field's text and its selection (UTF-16 offsets; both are the caret if nothing is selected). */
export interface FieldState {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A field after the browser changed it: its text, its caret, and the event's description of the change. */
export interface FieldInput {
  readonly text: string;
  readonly caret: number;
  /** From the event; '' if it has none, as with autofill. */
  readonly inputType: string;
  /** The inserted text, if the event gives it. */
  readonly data: string | null;
}

/** A field's text and stored value after a change. */
export interface FieldEdit extends FieldState {
  /** Plain digits; a decimal point may end them. */
  readonly value: string;
  /** A paste could not be read: the field is unchanged. */
  readonly isPasteRefused: boolean;
}

/**
 * The plain digits of a text in no particular language: spaces of any kind removed, commas turned into points. Null
 * unless the rest is ASCII digits with at most one point ("", "." and "-5" are null; ",5" and "5," are fine).
 */
export function plainDigits(text: string): string | null {
  const plain = compactOf(text);
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? plain : null;
}

/** The digits of a typed number in one canonical form ("1 000,50" → "1000.5"); "" for anything else. */
export function plainNumber(text: string): string {
  const digits = plainDigits(text);
  if (digits === null) return '';
  const [integer = '', fraction = ''] = digits.split('.');
  const kept = withoutEndZeros(fraction);
  return (integer.replace(/^0+(?=\d)/, '') || '0') + (kept === '' ? '' : `.${kept}`);
}

/**
 * The field value for a stored text, with further decimals cut. Earlier versions stored texts as typed, with spaces
 * between groups and a point or a comma. Empty if the text is neither a number nor the beginning of one.
 */
export function typedDigits(stored: string, decimals = Number.POSITIVE_INFINITY): string {
  return cut(compactOf(stored), decimals) ?? '';
}

/** The text that a field shows for its value. */
export function fieldText(value: string, { language, decimals }: FieldFormat): string {
  return written(groupDigits(typedDigits(value, decimals)), language);
}

/** The value once the user leaves the field: no needless leading zeros, no bare point at either end. Idempotent. */
export function tidy(value: string): string {
  const compact = compactOf(value);
  const end = pointAt(compact);
  const integer = compact.slice(0, end).replace(/^0+(?=\d)/, '');
  const fraction = compact.slice(end + 1);
  if (integer === '' && fraction === '') return '';
  return (integer || '0') + (fraction === '' ? '' : compact.slice(end));
}

/** A price from elsewhere as the value of its field; empty if it is too small for the field's decimals, not 0. */
export function priceValue(price: string): string {
  const value = tidy(typedDigits(price, PRICE_DECIMALS));
  return /[1-9]/.test(value) ? value : '';
}

/**
 * The field after the browser changed `before`.
 * - A single typed character that cannot be part of the number is refused, and so is a decimal beyond the limit. A
 *   typed comma or point becomes the decimal sign of the language.
 * - Even a field without decimals accepts a decimal sign until the user leaves it: otherwise the decimals typed after
 *   it would become integer digits, and 1.5 would become 15.
 * - Deleting a group sign deletes the digit beside it, in the direction of the key.
 * - Every other insertion is a paste.
 */
export function applyInput(before: FieldState, input: FieldInput, format: FieldFormat): FieldEdit {
  const { inputType, data, text } = input;
  const own = neutral(before.text, format.language);
  const splice = spliceOf(before, input);
  // Without a type, a tool may have emptied the field.
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

/** The field after a paste: the number replaces the whole text, with further decimals cut. */
export function applyPaste(before: FieldState, pasted: string, format: FieldFormat): FieldEdit {
  const number = readPaste(pasted, format.language);
  const value = number === null ? null : cut(number, format.decimals);
  if (value === null) return { ...kept(before, format), isPasteRefused: true };
  const text = fieldText(value, format);
  return { value, text, start: text.length, end: text.length, isPasteRefused: false };
}

/**
 * A composition in progress: the keyboard owns the field's text until it ends, and replaces a whole word with each key.
 * `own` is the text with its own groups as spaces; `pasted` is the text of a suggestion, or null while keys are typed.
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
  // The keyboard removes its text only to insert the same text for good.
  if (input.inputType === 'deleteCompositionText' || input.text === text) return composition;
  const splice = spliceByCaret(text, input);
  if (splice === null || splice.inserted.length > 1) {
    return { ...composition, text: input.text, own: input.text, pasted: input.data || input.text };
  }
  const next = own.slice(0, splice.at) + splice.inserted + own.slice(splice.end);
  const pasted = composition.pasted === null ? null : input.text;
  return { ...composition, text: input.text, own: next, pasted };
}

/** The field's value during the composition; null if it is no number so far. */
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

/** Spaces between groups of three integer digits, from four digits on; none after a leading zero ("0,012" reads as a fraction). */
function groupDigits(compact: string): string {
  if (compact.startsWith('0')) return compact;
  const end = pointAt(compact);
  return inGroups(compact.slice(0, end), ' ') + compact.slice(end);
}

/** Grouped text in the signs of a language. Keeps every offset. */
function written(grouped: string, language: Language): string {
  const { decimal, group } = LANGUAGES[language].numbers;
  return grouped.replace(/[ .]/g, (sign) => (sign === ' ' ? group : decimal));
}

/** The reverse of `written`, only for a field's own text: only there is every group sign certain to be one. */
function neutral(shown: string, language: Language): string {
  const { decimal, group } = LANGUAGES[language].numbers;
  return shown.replaceAll(group, ' ').replaceAll(decimal, '.');
}

/** The field with the newly typed text, or unchanged if that cannot become a number. */
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

/** The offset after the `count`-th character, not counting group spaces. */
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
  /** The removed range of the earlier text. */
  readonly at: number;
  readonly end: number;
  readonly inserted: string;
}

/** The part that a change replaced; null if the two texts do not show it. */
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

/** A deletion or one typed character, found by the caret: the earlier text continues after it. */
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
