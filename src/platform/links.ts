/**
 * Where the app leads outside: help, channels, partners. Configuration, not code: `links.json` is edited per deployment,
 * and a test holds it to `links-schema.ts`.
 */
import links from './links.json' with { type: 'json' };

export type LinkLanguage = 'en' | 'ru';
export type LocalUrl = Readonly<Record<LinkLanguage, string>>;

export interface PartnerLink {
  readonly name: string;
  readonly url: LocalUrl;
}

/** What partners give to whoever comes from this app. */
export interface Offers {
  readonly wallets: {
    /** Null where the partner gave none; nothing is said of a discount then. */
    readonly promoCode: string | null;
    readonly discountPercent: number;
    readonly links: readonly PartnerLink[];
  };
  readonly tools: { readonly rewardUsd: number; readonly links: readonly PartnerLink[] };
  readonly exchanges: {
    /** What rewards can be claimed in. */
    readonly rewardCurrency: string;
    readonly links: readonly PartnerLink[];
  };
}

/** The promo that is shown once per session. */
export interface AdvertOffer {
  readonly name: string;
  /** Null where the partner gave none; nothing is said of a discount then. */
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
