/** The coin of the wallets' network. */
import type { MarketOverview } from '#core/contract/public.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Change } from './change.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { usdAmount, usdPrice } from './figures.ts';

export function Ton({ ton }: { readonly ton: MarketOverview['tonData'] }) {
  const { t } = useTranslation('market');
  const symbol = ton?.symbol.toUpperCase() ?? 'TON';
  return (
    <Card title={t('ton')} className="market-ton">
      <div className="coin">
        <CoinIcon symbol={symbol} icon={ton?.icon ?? ''} />
        <span className="coin-name">
          <span>{symbol}</span>
          <span className="sub">{ton === null ? t('mood.No Data') : t('rank', { rank: ton.rank })}</span>
        </span>
        <span className="coin-price">
          <b>{ton === null ? '—' : usdPrice(ton.price)}</b>
          {ton !== null && <Change text={ton.change24h} />}
        </span>
      </div>
      <dl className="market-pair-text">
        <div>
          <dt className="sub">{t('cap')}</dt>
          <dd>{ton === null ? '—' : usdAmount(ton.marketCap)}</dd>
        </div>
        <div>
          <dt className="sub">{t('volume')}</dt>
          <dd>{ton === null ? '—' : usdAmount(ton.volume)}</dd>
        </div>
      </dl>
    </Card>
  );
}
