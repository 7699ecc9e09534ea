/** The user's own coins, in one line that scrolls: it has the same height with any number of them, and without any. */

import type { KeptCoin } from '#core/market/kept-coins.ts';
import { coinKey } from '#core/market/list-changes.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Change } from './change.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { usdPrice } from './figures.ts';

export interface WatchStripProps {
  readonly coins: readonly KeptCoin[];
  readonly onOpen: (coin: KeptCoin) => void;
}

export function WatchStrip({ coins, onOpen }: WatchStripProps) {
  const { t } = useTranslation('market');
  return (
    <Card title={t('watch.title')} className="market-watch">
      {coins.length === 0 ? (
        <p className="sub">{t('watch.empty')}</p>
      ) : (
        <ul className="watch-strip">
          {coins.map((coin) => (
            <li key={coinKey(coin)}>
              <button
                type="button"
                className="watch-coin"
                aria-haspopup="dialog"
                onClick={() => onOpen(coin)}
              >
                <CoinIcon symbol={coin.symbol} icon={coin.icon} />
                <span className="watch-coin-text">
                  <span className="sub">{coin.symbol.toUpperCase()}</span>
                  <b>{usdPrice(coin.price)}</b>
                  {coin.change !== '' && <Change text={coin.change} />}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
