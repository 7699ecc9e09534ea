/** A list of coins with price and change. */
import type { MarketOverview } from '#core/contract/public.ts';
import { Card } from '#ui/card.tsx';
import { Row } from '#ui/row.tsx';
import { Change } from './change.tsx';
import { usdPrice } from './overview.ts';

export interface CoinsProps {
  readonly title: string;
  readonly coins: MarketOverview['topCoins'];
}

export function Coins({ title, coins }: CoinsProps) {
  if (coins.length === 0) return null;
  return (
    <Card rows title={title}>
      {coins.map((coin) => (
        <Row
          key={coin.symbol}
          icon={
            <span className="coin" aria-hidden="true">
              {coin.symbol.slice(0, 1).toUpperCase()}
            </span>
          }
          label={coin.name}
          detail={coin.symbol.toUpperCase()}
          value={
            <span className="coin-price">
              <b>{usdPrice(coin.price)}</b>
              <Change text={coin.change} />
            </span>
          }
        />
      ))}
    </Card>
  );
}
