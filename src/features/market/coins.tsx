/** Three coins with price and change. */
import type { MarketOverview } from '#core/contract/public.ts';
import { coinKey, moveOf } from '#core/market/list-changes.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Change } from './change.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { usdPrice } from './figures.ts';
import { Moved } from './moved.tsx';

const SHOWN = 3;

export interface CoinsProps {
  readonly title: string;
  readonly coins: MarketOverview['topCoins'];
  /** The list in the previous overview on this device, by `coinKey`; undefined if there was none. */
  readonly before: readonly string[] | undefined;
}

export function Coins({ title, coins, before }: CoinsProps) {
  const { t } = useTranslation('market');
  return (
    <Card title={title} className="market-list">
      {coins.length === 0 ? (
        <p className="sub">{t('nothing')}</p>
      ) : (
        <ul>
          {coins.slice(0, SHOWN).map((coin, place) => {
            const { name, symbol, icon, price, change } = coin;
            const move = before === undefined ? null : moveOf(before, coin, place);
            return (
              <li key={coinKey(coin)} className="coin">
                <CoinIcon symbol={symbol} icon={icon} />
                <span className="coin-name">
                  <span>{name}</span>
                  <span className="sub">
                    {symbol.toUpperCase()}
                    {move !== null && <Moved move={move} />}
                  </span>
                </span>
                <span className="coin-price">
                  <b>{usdPrice(price)}</b>
                  <Change text={change} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
