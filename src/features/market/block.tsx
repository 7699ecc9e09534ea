/**
 * The market of the last 24 hours in full, from the newest snapshot on this device: every screen with it shows the
 * same.
 */
import { useCallback, useEffect, useState } from 'react';
import { SNAPSHOT_LIFE_MS } from '#core/market/snapshot-life.ts';
import type { Device, Refreshed } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { useLive } from '#ui/use-live.ts';
import { useNow } from '#ui/use-now.ts';
import { Change } from './change.tsx';
import { Coins } from './coins.tsx';
import { Donut } from './donut.tsx';
import { usdAmount } from './figures.ts';
import { Gauge } from './gauge.tsx';
import { isOld, type MarketSnapshot, NO_OVERVIEW, useMarket } from './overview.ts';
import { MarketSkeleton } from './skeleton.tsx';
import { Sources } from './sources.tsx';
import { Ton } from './ton.tsx';
import { When } from './when.tsx';
import './market.css';

/** How often the age of the shown snapshot is checked, milliseconds. */
const LOOK_MS = 15_000;
/** How often a missing newer snapshot is requested, milliseconds. */
const ASK_MS = 60_000;
/** A fetched snapshot takes a moment to reach the screen; an unreadable one never does. */
const ARRIVAL_MS = 500;

export function MarketBlock({ device }: { readonly device: Device }) {
  const { t } = useTranslation('market');
  const market = useMarket(device);
  const { hasGivenUp, isOffline, refresh } = useFreshMarket(device, market);
  const now = useNow(LOOK_MS);
  const old = market ? isOld(market.asOf, now) : false;

  if (market === undefined || (market === null && !hasGivenUp))
    return <MarketSkeleton label={t('loading')} />;
  const overview = market?.overview ?? NO_OVERVIEW;
  const before = market?.before;
  return (
    <div className="market">
      <When market={market} isOld={old} isOffline={isOffline} refresh={refresh} />
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
      <Ton ton={overview.tonData} />
      <Coins title={t('leaders')} coins={overview.topCoins} before={before?.topCoins} />
      <Coins title={t('gainers')} coins={overview.topGainers} before={before?.topGainers} />
      <Coins title={t('losers')} coins={overview.topLosers} before={before?.topLosers} />
      <Sources sources={overview.sources} sample={overview.sample} />
      <p className="sub">{t('notAdvice')}</p>
    </div>
  );
}

interface Refreshing {
  /**
   * The first attempt is over and there is no snapshot. Before that the screen shows nothing about it; later attempts
   * change nothing until one succeeds.
   */
  readonly hasGivenUp: boolean;
  readonly isOffline: boolean;
  refresh(): Promise<Refreshed>;
}

/**
 * Shows the present snapshot at once. Requests a newer one as soon as it is old, each minute after that, when the
 * network is back and when the page becomes visible: the sync refreshes it too, but may be waiting.
 */
function useFreshMarket(device: Device, market: MarketSnapshot | null | undefined): Refreshing {
  const [hasGivenUp, setHasGivenUp] = useState(false);
  const [outcome, setOutcome] = useState<Refreshed>('ok');
  const isSyncOffline = useLive(device.live.sync)?.phase === 'offline';
  const look = useNow(ASK_MS);
  const asOf = market === undefined ? undefined : (market?.asOf ?? null);

  const refresh = useCallback(async () => {
    const result = await device.refreshMarket();
    setOutcome(result);
    return result;
  }, [device]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new check or network state triggers a refresh
  useEffect(() => {
    if (asOf === undefined || document.hidden) return;
    let timer: ReturnType<typeof setTimeout>;
    let left = false;
    const ask = async () => {
      const result = await refresh();
      if (!left) timer = setTimeout(() => setHasGivenUp(true), result === 'ok' ? ARRIVAL_MS : 0);
    };
    const wait = asOf === null || isOld(asOf, Date.now()) ? 0 : asOf + SNAPSHOT_LIFE_MS - Date.now();
    timer = setTimeout(() => void ask(), wait);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [refresh, asOf, isSyncOffline, look]);

  const isOffline = isSyncOffline || outcome === 'offline';
  return { hasGivenUp: hasGivenUp || isOffline, isOffline, refresh };
}
