/** The day's market in one glance, for the home screen. */
import { Link } from '@tanstack/react-router';
import type { Device } from '#data/model.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Change } from './change.tsx';
import { usdAmount, useMarket } from './overview.ts';
import './market.css';

export function MarketGlance({ device }: { readonly device: Device }) {
  const { t } = useTranslation('home');
  const market = useMarket(device);
  const overview = market?.overview;
  return (
    <Card
      title={t('market.today')}
      className="glance"
      aside={
        <Link to="/cryptooverview" className="glance-more">
          {t('market.more')}
        </Link>
      }
    >
      {overview === undefined ? (
        <p className="sub glance-empty">{market === null ? t('market.empty') : t('market.loading')}</p>
      ) : (
        <>
          <div className="market-head">
            <span className="figure-large">{usdAmount(overview.marketCap.value)}</span>
            <Change text={overview.marketCap.change} pill />
          </div>
          <p className="sub">
            {[
              t('market.volume24', { volume: usdAmount(overview.totalVolume) }),
              overview.fearGreedIndex.value === null
                ? null
                : `${t('market.fearGreed')} ${overview.fearGreedIndex.value}, ${t(`market.mood.${overview.fearGreedIndex.classification}`)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className="sub">
            {t('market.asOf', { time: timeOfDay(Date.parse(overview.date)) })}
            {overview.sample && ` · ${t('market.sample')}`}
          </p>
        </>
      )}
    </Card>
  );
}
