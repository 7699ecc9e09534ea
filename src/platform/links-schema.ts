/** The schema of `links.json`, from which the types of `links.ts` follow. */
import * as v from 'valibot';
import { LANGUAGE_CODES, type Language } from '#core/languages.ts';

const Url = v.pipe(v.string(), v.url(), v.startsWith('https://'));
const LocalUrl = v.strictObject(
  Object.fromEntries(LANGUAGE_CODES.map((code) => [code, Url])) as Record<Language, typeof Url>,
);
const Prefix = v.pipe(
  LocalUrl,
  v.check((base) => Object.values(base).every((url) => url.endsWith('/'))),
);
const TelegramUrl = v.pipe(Url, v.startsWith('https://t.me/'));
const Text = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40));
/** Null if the partner gave none; no discount is then mentioned. */
const PromoCode = v.nullable(v.pipe(v.string(), v.regex(/^[A-Z0-9_-]{2,24}$/i)));
const Percent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99));
const PartnerLinks = v.pipe(
  v.array(v.strictObject({ name: Text, url: LocalUrl })),
  v.minLength(1),
  v.check((links) => new Set(links.map(({ name }) => name)).size === links.length, 'a name twice'),
);

export const LinksSchema = v.strictObject({
  /** English has a path prefix, Russian has none. */
  helpBase: Prefix,
  premium: TelegramUrl,
  feedback: TelegramUrl,
  beginnersChannel: TelegramUrl,
  /** The promo that is shown at most once a day. */
  advert: v.strictObject({
    name: Text,
    promoCode: PromoCode,
    discountPercent: Percent,
    shop: LocalUrl,
  }),
  /** Offers of partners to users of this app. */
  offers: v.strictObject({
    wallets: v.strictObject({ promoCode: PromoCode, discountPercent: Percent, links: PartnerLinks }),
    tools: v.strictObject({
      rewardUsd: v.pipe(v.number(), v.integer(), v.minValue(1)),
      links: PartnerLinks,
    }),
    exchanges: v.strictObject({ rewardCurrency: Text, links: PartnerLinks }),
  }),
});
