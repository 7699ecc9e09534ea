/**
 * The market of the last 24 hours in full, from the newest snapshot on this device: every screen with it shows the
 * same.
 */
import { useCallback, useDeferredValue, useState } from 'react';
import type { Coin, MarketOverview } from '#core/contract/public.ts';
import { coinsOf, type KeptCoin } from '#core/market/kept-coins.ts';
import { watchedNow } from '#core/market/watch-list.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Card } from '#ui/card.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { useFresh } from '#ui/use-fresh.ts';
import { useLive } from '#ui/use-live.ts';
import { useNow } from '#ui/use-now.ts';
import { Change } from './change.tsx';
import { Coins, Ton } from './coins.tsx';
import { Donut } from './donut.tsx';
import { usdAmount } from './figures.ts';
import { Gauge } from './gauge.tsx';
import { isOld, NO_OVERVIEW } from './overview.ts';
import { MarketSkeleton } from './skeleton.tsx';
import { WatchStrip } from './watch-strip.tsx';
import { When } from './when.tsx';
import './market.css';

/** How often the age of the shown snapshot is checked, milliseconds. */
const LOOK_MS = 15_000;
/** How often a missing newer snapshot is requested, milliseconds. */
const ASK_MS = 60_000;

export interface MarketBlockProps {
  /** Opens a coin's sheet. */
  readonly onOpen: (coin: KeptCoin) => void;
}

export function MarketBlock({ onOpen }: MarketBlockProps) {
  const device = useDevice();
  const { t } = useTranslation('market');
  // Many rows at once: rendered in slices, between which the page answers.
  const market = useDeferredValue(useLive(device.live.market));
  const watched = useLive(device.live.watched);
  const coins = useLive(device.live.coins)?.coins;
  const now = useNow(LOOK_MS);
  const old = market ? isOld(market.asOf, now) : false;
  const { hasGivenUp, isOffline, refresh } = useFreshMarket(old);

  if (market === undefined || watched === undefined || (market === null && !hasGivenUp))
    return <MarketSkeleton label={t('loading')} />;
  const overview = market?.overview ?? NO_OVERVIEW;
  const before = market?.before;
  const date = Date.parse(overview.date);
  const open = (coin: Coin) => onOpen({ ...coin, date });
  return (
    <div className="market">
      <When market={market} isOld={old} isOffline={isOffline} refresh={refresh} />
      <WatchStrip coins={watchedNow(watched, coins ?? coinsOf(overview))} onOpen={onOpen} />
      <Card
        title={t('cap')}
        className="market-cap"
        aside={overview.sample && <span className="market-tag">{t('sample')}</span>}
      >
        <div className="market-head">
          <span className="market-figure">{usdAmount(overview.marketCap.value)}</span>
          <Change text={overview.marketCap.change} pill />
        </div>
        <p className="sub">{t('volume24', { volume: usdAmount(overview.totalVolume) })}</p>
      </Card>
      <div className="market-pair">
        <Gauge index={overview.fearGreedIndex} />
        <Donut shares={overview.marketCapPercentage} />
      </div>
      <Ton ton={overview.tonData} onOpen={open} />
      <Coins title={t('leaders')} coins={overview.topCoins} before={before?.topCoins} onOpen={open} />
      <Coins title={t('gainers')} coins={overview.topGainers} before={before?.topGainers} onOpen={open} />
      <Coins title={t('losers')} coins={overview.topLosers} before={before?.topLosers} onOpen={open} />
      <Sources sources={overview.sources} sample={overview.sample} />
      <p className="sub">{t('notAdvice')}</p>
    </div>
  );
}

/**
 * Requests a newer one when the present one turns old, each minute after that, when the network is back and when the page
 * becomes visible: the sync refreshes it too, but may be waiting.
 */
function useFreshMarket(isOld: boolean) {
  const device = useDevice();
  const isSyncOffline = useLive(device.live.sync)?.phase === 'offline';
  const refresh = useCallback(() => device.refreshMarket(), [device]);
  const { outcome, ask } = useFresh({ refresh, everyMs: ASK_MS, again: `${isOld} ${isSyncOffline}` });
  const isOffline = isSyncOffline || outcome === 'offline';
  // Once a refresh has failed the screen says so, until a snapshot arrives.
  const [hasFailed, setHasFailed] = useState(false);
  if (!hasFailed && outcome !== null && outcome !== 'ok') setHasFailed(true);
  return { hasGivenUp: hasFailed || isOffline, isOffline, refresh: ask };
}

/**
 * The credits of the sources, as they ask to be named; or a note that the figures are samples. Same size either way.
 */
function Sources({ sources, sample }: Pick<MarketOverview, 'sources' | 'sample'>) {
  const { t } = useTranslation('market');
  const { openLink } = useHost();
  if (sources.length === 0 && !sample) return null;
  return (
    <p className="market-sources sub">
      <span>{sources.length > 0 ? t('sources') : t('noSources')}</span>
      {sources.map(({ name, url }) => (
        <ExternalLink key={name} className="market-source" href={url} onOpen={openLink}>
          {name}
        </ExternalLink>
      ))}
    </p>
  );
}
