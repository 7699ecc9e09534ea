/** Where market figures come from. */
import type { MarketOverview } from '#core/contract/public.ts';

export interface MarketProvider {
  /** The newest snapshot there is; null where there never was one. Asks nobody outside. */
  overview(): Promise<MarketOverview | null>;
}

/** One that must be refreshed. */
export interface MarketSource extends MarketProvider {
  /** The moment from which `refresh` has something to do, milliseconds. */
  dueAt(): number;
  /** Asks the services that are due. Where that fails the last good snapshot stays; throws where the database does. */
  refresh(): Promise<void>;
}
