/** Coins with price and change, each opening its sheet: three of a list, and the coin of the wallets' network. */

import type { ReactNode } from 'react';
import type { Coin, MarketOverview } from '#core/contract/public.ts';
import { tonCoin } from '#core/market/kept-coins.ts';
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
  readonly onOpen: (coin: Coin) => void;
}

export function Coins({ title, coins, before, onOpen }: CoinsProps) {
  const { t } = useTranslation('market');
  return (
    <Card title={title} className="market-list">
      {coins.length === 0 ? (
        <p className="sub">{t('nothing')}</p>
      ) : (
        <ul>
          {coins.slice(0, SHOWN).map((coin, place) => {
            const move = before === undefined ? null : moveOf(before, coin, place);
            return (
              <li key={coinKey(coin)}>
                <CoinButton coin={coin} onOpen={onOpen}>
                  {coin.symbol.toUpperCase()}
                  {move !== null && <Moved move={move} />}
                </CoinButton>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

export interface CoinButtonProps<One extends Coin> {
  readonly coin: One;
  /** Stands out in its text; the coin's own name if absent. */
  readonly name?: string;
  readonly onOpen: (coin: One) => void;
  /** Under the name. */
  readonly children: ReactNode;
}

/** A coin in a list: it opens its sheet. */
export function CoinButton<One extends Coin>({ coin, name, onOpen, children }: CoinButtonProps<One>) {
  const { symbol, icon, price, change } = coin;
  return (
    <button type="button" className="coin" aria-haspopup="dialog" onClick={() => onOpen(coin)}>
      <CoinIcon symbol={symbol} icon={icon} />
      <CoinText name={name ?? coin.name} price={usdPrice(price)} change={change}>
        {children}
      </CoinText>
    </button>
  );
}

export interface TonProps {
  readonly ton: MarketOverview['tonData'];
  readonly onOpen: (coin: Coin) => void;
}

export function Ton({ ton, onOpen }: TonProps) {
  const { t } = useTranslation('market');
  return (
    <Card title={t('ton')} className="market-ton">
      {ton === null ? (
        <div className="coin">
          <CoinIcon symbol="TON" icon="" />
          <CoinText name="TON" price="—" change="">
            {t('mood.No Data')}
          </CoinText>
        </div>
      ) : (
        <CoinButton coin={tonCoin(ton)} name={ton.symbol.toUpperCase()} onOpen={onOpen}>
          {t('rank', { rank: ton.rank })}
        </CoinButton>
      )}
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
  /** Empty if unknown. */
  readonly change: string;
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
        {change !== '' && <Change text={change} />}
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
