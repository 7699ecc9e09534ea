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
  const { t } = useTranslation('home');
  const market = useMarket(device);
  if (!market) {
    return (
      <Screen title={t('market.title')}>
        <Notice>{market === null ? t('market.empty') : t('market.loading')}</Notice>
      </Screen>
    );
  }
  const { overview, asOf } = market;
  return (
    <Screen
      title={t('market.title')}
      subtitle={t('market.fetched', { date: timeOfDay(Date.parse(overview.date)), time: timeOfDay(asOf) })}
    >
      {overview.sample && <Notice tone="warn">{t('market.sampleNotice')}</Notice>}
      {overview.stale && <Notice tone="warn">{t('market.stale')}</Notice>}
      <Card title={t('market.cap')}>
        <div className="market-head">
          <span className="figure-large">{usdAmount(overview.marketCap.value)}</span>
          <Change text={overview.marketCap.change} pill />
        </div>
        <p className="sub">{t('market.volume24', { volume: usdAmount(overview.totalVolume) })}</p>
      </Card>
      <div className="market-pair">
        <Gauge index={overview.fearGreedIndex} />
        <Dominance overview={overview} />
      </div>
      <Ton ton={overview.tonData} />
      <Coins title={t('market.leaders')} coins={overview.topCoins} />
      <Coins title={t('market.gainers')} coins={overview.topGainers} />
      <Coins title={t('market.losers')} coins={overview.topLosers} />
    </Screen>
  );
}

function Dominance({ overview }: { readonly overview: MarketOverview }) {
  const { t } = useTranslation('home');
  return (
    <Card title={t('market.dominance')}>
      {dominanceOf(overview.marketCapPercentage).map(({ name, share }) => (
        <p className="dominance" key={name ?? 'rest'}>
          <span>{name ?? t('market.others')}</span>
          <b>{percent(share)}</b>
          <span className="dominance-bar" style={{ width: `${share}%` }} />
        </p>
      ))}
    </Card>
  );
}

function Ton({ ton }: { readonly ton: MarketOverview['tonData'] }) {
  const { t } = useTranslation('home');
  if (ton === null) return null;
  return (
    <Card rows title={`${ton.symbol.toUpperCase()} · ${t('market.rank', { rank: ton.rank })}`}>
      <Row
        label={t('market.price')}
        value={
          <>
            {usdPrice(ton.price)} <Change text={ton.change24h} />
          </>
        }
      />
      <Row label={t('market.cap')} value={usdAmount(ton.marketCap)} />
      <Row label={t('market.volume')} value={usdAmount(ton.volume)} />
    </Card>
  );
}
