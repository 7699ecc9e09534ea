/** The market of the last 24 hours, from the newest snapshot on this device. */

import type { MarketOverview } from '#core/contract/public.ts';
import type { Device } from '#data/model.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { Row } from '#ui/row.tsx';
import { Screen } from '#ui/screen.tsx';
import { Change } from './change.tsx';
import { Coins } from './coins.tsx';
import { Gauge } from './gauge.tsx';
import { dominanceOf, percent, usdAmount, usdPrice, useMarket } from './overview.ts';
import './market.css';

export function MarketScreen({ device }: { readonly device: Device }) {
  const { t } = useTranslation('market');
  const market = useMarket(device);
  if (!market) {
    return (
      <Screen title={t('title')}>
        <Notice>{market === null ? t('empty') : t('loading')}</Notice>
      </Screen>
    );
  }
  const { overview, asOf } = market;
  return (
    <Screen
      title={t('title')}
      subtitle={t('fetched', { date: timeOfDay(Date.parse(overview.date)), time: timeOfDay(asOf) })}
    >
      {overview.sample && <Notice tone="warn">{t('sampleNotice')}</Notice>}
      {overview.stale && <Notice tone="warn">{t('stale')}</Notice>}
      <Card title={t('cap')}>
        <div className="market-head">
          <span className="figure-large">{usdAmount(overview.marketCap.value)}</span>
          <Change text={overview.marketCap.change} pill />
        </div>
        <p className="sub">{t('volume24', { volume: usdAmount(overview.totalVolume) })}</p>
      </Card>
      <div className="market-pair">
        <Gauge index={overview.fearGreedIndex} />
        <Dominance overview={overview} />
      </div>
      <Ton ton={overview.tonData} />
      <Coins title={t('leaders')} coins={overview.topCoins} />
      <Coins title={t('gainers')} coins={overview.topGainers} />
      <Coins title={t('losers')} coins={overview.topLosers} />
    </Screen>
  );
}

function Dominance({ overview }: { readonly overview: MarketOverview }) {
  const { t } = useTranslation('market');
  return (
    <Card title={t('dominance')}>
      {dominanceOf(overview.marketCapPercentage).map(({ name, share }) => (
        <p className="dominance" key={name ?? 'rest'}>
          <span>{name ?? t('others')}</span>
          <b>{percent(share)}</b>
          <span className="dominance-bar" style={{ width: `${share}%` }} />
        </p>
      ))}
    </Card>
  );
}

function Ton({ ton }: { readonly ton: MarketOverview['tonData'] }) {
  const { t } = useTranslation('market');
  if (ton === null) return null;
  return (
    <Card rows title={`${ton.symbol.toUpperCase()} · ${t('rank', { rank: ton.rank })}`}>
      <Row
        label={t('price')}
        value={
          <>
            {usdPrice(ton.price)} <Change text={ton.change24h} />
          </>
        }
      />
      <Row label={t('cap')} value={usdAmount(ton.marketCap)} />
      <Row label={t('volume')} value={usdAmount(ton.volume)} />
    </Card>
  );
}
