/**
 * External links of the app: help, channels, partners. Configuration, not code: `links.json` is edited per deployment,
 * and a test checks it against `links-schema.ts`.
 */
import links from './links.json' with { type: 'json' };

export type LinkLanguage = 'en' | 'ru';
export type LocalUrl = Readonly<Record<LinkLanguage, string>>;

export interface PartnerLink {
  readonly name: string;
  readonly url: LocalUrl;
}

/** Offers of partners to users of this app. */
export interface Offers {
  readonly wallets: {
    /** Null if the partner gave none; no discount is then mentioned. */
    readonly promoCode: string | null;
    readonly discountPercent: number;
    readonly links: readonly PartnerLink[];
  };
  readonly tools: { readonly rewardUsd: number; readonly links: readonly PartnerLink[] };
  readonly exchanges: {
    /** Currencies of the rewards. */
    readonly rewardCurrency: string;
    readonly links: readonly PartnerLink[];
  };
}

/** The promo that is shown once per session. */
export interface AdvertOffer {
  readonly name: string;
  /** Null if the partner gave none; no discount is then mentioned. */
  readonly promoCode: string | null;
  readonly discountPercent: number;
  readonly shop: LocalUrl;
}

export interface Links {
  /** English has a path prefix, Russian has none. */
  readonly helpBase: LocalUrl;
  readonly premium: string;
  readonly feedback: string;
  readonly beginnersChannel: string;
  readonly advert: AdvertOffer;
  readonly offers: Offers;
}

export const LINKS: Links = links;

/** A page of the help documents. */
export function helpUrl(page: string, language: LinkLanguage): string {
  return `${LINKS.helpBase[language]}${page}`;
}
