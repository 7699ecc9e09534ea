/**
 * The operator's file: help, channels, partners and the mark, from which an app is built. Only builds read it by this
 * schema; the app has its values and its types.
 */
import * as v from 'valibot';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from './languages.ts';

/** One text or address for each language; English stands in for a missing one. */
export type InLanguages = { readonly [Code in Language]?: string } & { readonly en: string };
export type Operator = v.InferOutput<typeof Operator>;
export type Advert = NonNullable<Operator['advert']>;
export type PartnerLink = v.InferOutput<typeof Partner>;

export type ReadOperator =
  | { readonly ok: true; readonly operator: Operator }
  /** One line per fault, each beginning with the path of the value. */
  | { readonly ok: false; readonly faults: readonly string[] };

const MOST_BYTES = 65_536;
const MOST_PARTNERS = 20;
const MOST_POINTS = 6;
const URL_LENGTH = 500;

/** Of the app, in its texts and in those of the bot. Safe in markup, too. */
export const AppName = v.pipe(
  v.string(),
  v.regex(
    /^(?=.{2,30}$)[\p{L}\p{N}]+(?:[ .+-][\p{L}\p{N}]+)*$/u,
    'must be 2 to 30 letters and digits, with single spaces, dots, hyphens or plus signs between them',
  ),
);

/** A domain with a port of four digits or without one; behind it ASCII that needs no escape in markup or in a header. */
const ADDRESS =
  /^https:\/\/(?:[a-z\d-]{1,63}\.)+[a-z][a-z\d-]{1,62}(?::\d{1,4})?(?:[/?#][\w!#$%&()*+,./:;=?@[\]~-]*)?$/i;
const Url = v.pipe(
  v.string('must be an address'),
  v.check(
    (text) => text.length <= URL_LENGTH && ADDRESS.test(text),
    `must be an https address of at most ${URL_LENGTH} ASCII characters`,
  ),
);
const HelpBase = v.pipe(
  Url,
  v.check((text) => /^[^?#]*\/$/.test(text), 'must end with a slash, without a query'),
);
const TelegramUrl = v.pipe(
  v.string('must be an address'),
  v.regex(
    /^https:\/\/t\.me\/[\w+-][\w+/?=&-]{0,199}$/,
    'must be a link of https://t.me/, of at most 200 characters',
  ),
);
/** Without controls, marks of direction and breaks of lines. */
const text = (most: number) =>
  v.pipe(
    v.string('must be a text'),
    v.check(
      (value) =>
        value.length >= 1 &&
        value.length <= most &&
        value === value.trim() &&
        /^[^\p{C}\p{Zl}\p{Zp}]*$/u.test(value),
      `must be 1 to ${most} characters in one line, without invisible ones`,
    ),
  );
const wholeNumber = (least: number, most: number) =>
  v.custom<number>(
    (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
    `must be a whole number from ${least} to ${most}`,
  );

const Promo = entries({
  code: v.pipe(
    v.string('must be a text'),
    v.regex(/^[A-Za-z0-9_-]{2,24}$/, 'must be 2 to 24 letters, digits, underscores and hyphens'),
  ),
  /** Of the discount. */
  percent: wholeNumber(1, 100),
});
const Partner = entries({ name: text(40), url: inLanguages(Url) });
const Partners = v.pipe(
  v.array(Partner, 'must be a list'),
  v.minLength(1, 'must name a partner'),
  v.maxLength(MOST_PARTNERS, `must have at most ${MOST_PARTNERS} partners`),
  v.check((links) => new Set(links.map(({ name }) => name)).size === links.length, 'names a partner twice'),
);

const Operator = entries({
  /** The folder of the help documents; api/config/README.md names its pages. */
  help: v.optional(inLanguages(HelpBase)),
  /** A chat where users reach the operator. */
  feedback: v.optional(TelegramUrl),
  /** The channel for beginners. */
  beginners: v.optional(TelegramUrl),
  /** The promo that is shown at most once a day. */
  advert: v.optional(
    entries({
      title: inLanguages(text(90)),
      points: v.pipe(
        v.array(inLanguages(text(90)), 'must be a list'),
        v.maxLength(MOST_POINTS, `must have at most ${MOST_POINTS} points`),
      ),
      promo: v.optional(Promo),
      /** One button for each language. */
      shop: inLanguages(Url),
    }),
  ),
  /** Offers of partners, in groups. */
  offers: v.optional(
    v.pipe(
      entries({
        wallets: v.optional(entries({ promo: v.optional(Promo), links: Partners })),
        tools: v.optional(entries({ rewardUsd: wholeNumber(1, 100_000), links: Partners })),
        exchanges: v.optional(entries({ rewardCurrency: text(12), links: Partners })),
      }),
      v.check((groups) => Object.keys(groups).length > 0, 'must have a group'),
    ),
  ),
  /** An SVG, by its path from the folder of this file. */
  mark: v.optional(
    v.pipe(
      v.string('must be a path'),
      v.regex(/^[^\p{C}]{1,200}\.svg$/iu, 'must be the path of an SVG, of at most 200 characters'),
    ),
  ),
});

/** Reads the text of an operator's file as a whole. */
export function readOperator(json: string): ReadOperator {
  if (json.length > MOST_BYTES) return { ok: false, faults: [`must have at most ${MOST_BYTES} characters`] };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { ok: false, faults: ['must be JSON'] };
  }
  if (Array.isArray(value)) return { ok: false, faults: ['must be an object'] };
  const read = v.safeParse(Operator, value);
  if (read.success) return { ok: true, operator: read.output };
  const faults = read.issues.map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? issue.message : `${path}: ${issue.message}`;
  });
  return { ok: false, faults: [...new Set(faults)] };
}

/** An object of these keys and no other. */
function entries<const Entries extends v.ObjectEntries>(known: Entries) {
  return v.strictObject(known, ({ received, expected }) => {
    if (expected === 'never') return 'is not a key of this file';
    return received === 'undefined' ? 'is missing' : 'must be an object';
  });
}

function inLanguages(one: v.GenericSchema<string>) {
  const each = LANGUAGE_CODES.map((code) => [code, code === DEFAULT_LANGUAGE ? one : v.optional(one)]);
  return entries(Object.fromEntries(each)) as unknown as v.GenericSchema<InLanguages>;
}
