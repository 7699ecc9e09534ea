/** The port to a source of market figures. */
import type { CoinList } from '#core/contract/coins.ts';
import type { MarketOverview } from '#core/contract/public.ts';

export interface MarketProvider {
  /** The newest snapshot; null if there never was one. Calls no outside service. */
  overview(): Promise<MarketOverview | null>;
  /** The same for the list of the largest coins. */
  coins(): Promise<CoinList | null>;
}

/** A provider that must be refreshed. */
export interface MarketSource extends MarketProvider {
  /** The moment from which `refresh` has work, milliseconds. */
  dueAt(): number;
  /** Asks the services that are due. After a failure the last good snapshot stays; throws only database errors. */
  refresh(): Promise<void>;
}
