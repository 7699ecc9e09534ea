/** Stand-ins of all services behind market and calendar. */
import { type CalendarFeed, startCalendarFeed } from './calendar-feed.ts';
import { type FearGreedService, startFearGreedService } from './fear-greed-service.ts';
import { type MarketService, startMarketService } from './market-service.ts';

export interface Services {
  readonly market: MarketService;
  readonly fearGreed: FearGreedService;
  readonly feed: CalendarFeed;
  stop(): Promise<void>;
}

export async function startServices(): Promise<Services> {
  const [market, fearGreed, feed] = await Promise.all([
    startMarketService(),
    startFearGreedService(),
    startCalendarFeed(),
  ]);
  return {
    market,
    fearGreed,
    feed,
    async stop() {
      await Promise.all([market.stop(), fearGreed.stop(), feed.stop()]);
    },
  };
}
