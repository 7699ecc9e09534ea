/** Where market figures come from. */
import type { MarketOverview } from '#core/contract/public.ts';

export interface MarketProvider {
  /** The newest snapshot there is; null where there never was one. */
  overview(): Promise<MarketOverview | null>;
}
