/** What `links.json` must look like. */
import * as v from 'valibot';

const Url = v.pipe(v.string(), v.url(), v.startsWith('https://'));
const LocalUrl = v.strictObject({ en: Url, ru: Url });
const Prefix = v.pipe(
  LocalUrl,
  v.check((base) => Object.values(base).every((url) => url.endsWith('/'))),
);
const TelegramUrl = v.pipe(Url, v.startsWith('https://t.me/'));
const Group = v.strictObject({
  promoCode: v.optional(v.nullable(v.pipe(v.string(), v.nonEmpty()))),
  links: v.pipe(
    v.array(v.strictObject({ name: v.pipe(v.string(), v.nonEmpty()), url: LocalUrl })),
    v.minLength(1),
  ),
});

export const LinksSchema = v.strictObject({
  helpBase: Prefix,
  premium: TelegramUrl,
  feedback: TelegramUrl,
  beginnersChannel: TelegramUrl,
  advert: v.strictObject({
    name: v.pipe(v.string(), v.nonEmpty()),
    promoCode: v.nullable(v.pipe(v.string(), v.nonEmpty())),
    discountPercent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
    shop: LocalUrl,
  }),
  offers: v.strictObject({ wallets: Group, tools: Group, exchanges: Group }),
});
