/** Reads a pasted text: one number in any common format, or nothing. */
import { withoutEndZeros } from './digits.ts';
import { LANGUAGES, type Language } from './languages.ts';

/** Longer texts are refused unread. */
export const MAX_PASTED_LENGTH = 1000;

/**
 * The number in a pasted text: plain digits with a decimal point, without needless zeros. Null if it cannot be read.
 * - A currency sign or a unit of letters before or after the number is dropped; a multiplier (`64.1k`, `1.5 млн`, `5
 *   MUSD`, `5万`) is refused.
 * - Spaces and apostrophes are always group signs, and so is a sign that occurs more than once.
 * - Of two different signs the last one is the decimal sign, and so is a single point.
 * - A single comma is decimal, except in English where it can only be a group sign: `64,120`.
 */
export function readPaste(text: string, language: Language): string | null {
  if (text.length > MAX_PASTED_LENGTH) return null;
  const body = withoutUnits(text.replace(INVISIBLE, '').trim());
  if (body === null || !BODY.test(body)) return null;
  const at = decimalSignAt(body, language);
  if (at === null) return null;
  const integer = joinGroups(body.slice(0, at));
  const fraction = body.slice(at + 1);
  if (integer === null || !/^\d*$/.test(fraction)) return null;
  const whole = integer.replace(/^0+(?=\d)/, '') || '0';
  const decimals = withoutEndZeros(fraction);
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

/** Zero-width characters and direction marks, which come with text copied from pages. */
const INVISIBLE = /[\u180e\u200b-\u200f\u2060\u2066-\u2069\ufeff]/g;
const BODY = /^[\d.,'\u2018\u2019\u02bc\p{Zs}]+$/u;
/** A unit before or after a number, which is dropped: USD, руб., $, US$. */
const UNIT = /^(?:[\p{L}\p{M}]*\p{Sc}|[\p{L}\p{M}]+\.?)?$/u;
/**
 * A unit has the letters of one script: other scripts multiply by signs such as 万, and a mix of scripts can disguise
 * letters.
 */
const ONE_SCRIPT = /^(?:\p{Script=Latin}*|\p{Script=Cyrillic}*)$/u;
/** Whole words and letters that multiply, in lower case and without accents. */
const MULTIPLIERS = new Set(
  (
    'k kk m mm mn mln mil mila miles mio mia mii mie mld mlrd mrd md mds b bn bln bil t tn tr trn tln tsd thsd ' +
    'mdd mdp mde luca lucas palo palos kilo kilos quilo quilos ' +
    'g l lac lacs cr rb jt bin cem yuz ' +
    'к кк м мм мил мрд млд т тр б сто кило'
  ).split(' '),
);
/** Beginnings of words that multiply, in any number and case. Cents divide, and mean hundreds in French. */
const MULTIPLYING = new RegExp(
  `^(?:${[
    'hundr|hundert|honderd|thou|tausend|duizend|tys|tisic|grand|dozen|lakh|crore|ribu|juta|migl|cent|cien|decena|docena',
    'mil[ehijly]|bil[hijly]|tril[hijly]',
    'сот|десят|дюжин|тыс|тыщ|тыр|тис|тищ|м[иі]л[льія]|млн|млрд|б[иі]л[льія]|тр[иі]л|трлн',
    'лям|лимон|лярд|ярд|косар|кусок|куск|штук|тонн',
  ].join('|')})`,
);
/** A multiplier attached to a currency: kbtc, MUSD, труб. Not BTC, MNT or KZT. */
const STUCK =
  /^(?:(?:kk?|m[mn]?|mln|mio|bn?|bln)(?:usd|eur|rub|gbp|dol|btc|eth|ton|sol|bnb)|(?:кк?|мм?|т)(?:р$|руб|дол|евро|бакс|тон))/;
/** A lower-case prefix on an upper-case symbol, such as kUSD or mBTC, multiplies or divides. */
const PREFIXED = /^\p{Ll}\p{Lu}{2,}$/u;

/** The number without its units; null if they are invalid or may multiply. */
function withoutUnits(text: string): string | null {
  const first = text.search(/\d/);
  if (first < 0) return null;
  let last = text.length - 1;
  while (!/\d/.test(text.charAt(last))) last -= 1;
  // A sign that touches the number belongs to it, unless it ends a unit: .5 and $.5, but Rs.500.
  const from = /(?<![\p{L}\p{M}])[.,]$/u.test(text.slice(0, first)) ? first - 1 : first;
  // A sign after the last digit ends a clause: as a decimal sign it would turn "1.234," into 1234.
  const to = /[.,]/.test(text[last + 1] ?? '') ? last + 2 : last + 1;
  const units = [text.slice(0, from), text.slice(to)].map((unit) => unit.trim());
  return units.every((unit) => UNIT.test(unit) && !mayMultiply(unit)) ? text.slice(from, last + 1) : null;
}

function mayMultiply(unit: string): boolean {
  // Without accents, and with plain letters for full-width and styled ones.
  const word = unit
    .replace(/[.\p{Sc}]/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const lower = word.toLowerCase();
  return (
    !ONE_SCRIPT.test(word) ||
    MULTIPLIERS.has(lower) ||
    MULTIPLYING.test(lower) ||
    STUCK.test(lower) ||
    PREFIXED.test(word)
  );
}

/** Position of the decimal sign; the length if there is none; null if the signs contradict each other. */
function decimalSignAt(body: string, language: Language): number | null {
  const points = body.split('.').length - 1;
  const commas = body.split(',').length - 1;
  if (points > 0 && commas > 0) {
    const at = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
    return (body[at] === '.' ? points : commas) === 1 ? at : null;
  }
  if (points === 1) return body.indexOf('.');
  if (commas !== 1) return body.length;
  const isGroup = LANGUAGES[language].numbers.group === ',' && /^(?!0+,)\d{1,3},\d{3}$/.test(body);
  return isGroup ? body.length : body.indexOf(',');
}

/** The digits of groups of one to three, then three; ungrouped digits as they are. Null for anything else. */
function joinGroups(text: string): string | null {
  const groups = text.split(/[^\d]/);
  if (groups.length === 1) return text;
  const [first = '', ...others] = groups;
  const isGrouped = /^(?!0+$)\d{1,3}$/.test(first) && others.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? groups.join('') : null;
}
