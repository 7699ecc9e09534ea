/** Coins with price and change: three of a list, and the coin of the wallets' network. */

import type { ReactNode } from 'react';
import type { MarketOverview } from '#core/contract/public.ts';
import { coinKey, type Move, moveOf } from '#core/market/list-changes.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Change } from './change.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { usdAmount, usdPrice } from './figures.ts';

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
                <CoinText name={name} price={usdPrice(price)} change={change}>
                  {symbol.toUpperCase()}
                  {move !== null && <Moved move={move} />}
                </CoinText>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

export function Ton({ ton }: { readonly ton: MarketOverview['tonData'] }) {
  const { t } = useTranslation('market');
  const symbol = ton?.symbol.toUpperCase() ?? 'TON';
  return (
    <Card title={t('ton')} className="market-ton">
      <div className="coin">
        <CoinIcon symbol={symbol} icon={ton?.icon ?? ''} />
        <CoinText name={symbol} price={ton === null ? '—' : usdPrice(ton.price)} change={ton?.change24h}>
          {ton === null ? t('mood.No Data') : t('rank', { rank: ton.rank })}
        </CoinText>
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

interface CoinTextProps {
  readonly name: string;
  readonly price: string;
  readonly change: string | undefined;
  /** Under the name. */
  readonly children: ReactNode;
}

function CoinText({ name, price, change, children }: CoinTextProps) {
  return (
    <>
      <span className="coin-name">
        <span>{name}</span>
        <span className="sub">{children}</span>
      </span>
      <span className="coin-price">
        <b>{price}</b>
        {change !== undefined && <Change text={change} />}
      </span>
    </>
  );
}

/** How far a coin moved in its list since the previous overview on this device. */
function Moved({ move }: { readonly move: Move }) {
  const { t } = useTranslation('market');
  const [mark, words] =
    move.type === 'new'
      ? [t('moved.new'), t('moved.newHere')]
      : [`${move.type === 'up' ? '▲' : '▼'}${move.places}`, t(`moved.${move.type}`, { count: move.places })];
  return (
    <span className="moved">
      <span aria-hidden="true">{mark}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
