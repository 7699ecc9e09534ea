/** Three coins with price and change. */
import type { MarketOverview } from '#core/contract/public.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Change } from './change.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { usdPrice } from './figures.ts';

const SHOWN = 3;

export interface CoinsProps {
  readonly title: string;
  readonly coins: MarketOverview['topCoins'];
}

export function Coins({ title, coins }: CoinsProps) {
  const { t } = useTranslation('market');
  return (
    <Card title={title} className="market-list">
      {coins.length === 0 ? (
        <p className="sub">{t('nothing')}</p>
      ) : (
        <ul>
          {coins.slice(0, SHOWN).map(({ name, symbol, icon, price, change }) => (
            <li key={`${symbol} ${name}`} className="coin">
              <CoinIcon symbol={symbol} icon={icon} />
              <span className="coin-name">
                <span>{name}</span>
                <span className="sub">{symbol.toUpperCase()}</span>
              </span>
              <span className="coin-price">
                <b>{usdPrice(price)}</b>
                <Change text={change} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
