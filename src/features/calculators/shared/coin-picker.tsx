/** A button in a price field that fills in the price of the last market snapshot. Its place stays empty without one. */
import { ChartCandlestick } from 'lucide-react';
import { useMemo, useState } from 'react';
import { usdPriceDigits } from '#core/market/format.ts';
import { type MarketPrices, marketPrices } from '#core/market/market-prices.ts';
import { PRICE_DECIMALS, tidy, typedDigits } from '#core/number-input.ts';
import { useDevice } from '#device/device-context.ts';
import { shownNumber } from '#i18n/numbers.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RowContent } from '#ui/row.tsx';
import { useLive } from '#ui/use-live.ts';
import './market-price.css';

export interface MarketPriceProps {
  readonly onChoose: (price: string) => void;
}

export function MarketPrice({ onChoose }: MarketPriceProps) {
  const device = useDevice();
  const { t } = useTranslation('calculators');
  const [open, setOpen] = useState(false);
  const overview = useLive(device.live.market)?.overview;
  const market = useMemo(() => (overview === undefined ? null : marketPrices(overview)), [overview]);
  // Keeps the figures beside it in place when the snapshot arrives.
  if (market === null) return <span className="market-price" />;
  return (
    <>
      <button
        type="button"
        className="market-price"
        aria-label={t('market.fill')}
        title={t('market.fill')}
        onClick={() => setOpen(true)}
      >
        <ChartCandlestick size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <Dialog
        open={open}
        title={t('market.title')}
        onClose={() => setOpen(false)}
        actions={
          <Button variant="quiet" onClick={() => setOpen(false)}>
            {t('cancel')}
          </Button>
        }
      >
        <MarketPriceList
          market={market}
          onChoose={(price) => {
            setOpen(false);
            onChoose(tidy(typedDigits(price, PRICE_DECIMALS)));
          }}
        />
      </Dialog>
    </>
  );
}

/** The field of the entry price, which the market can fill in. */
export function entryPriceRow(form: { change(fields: { readonly entryPrice: string }): void }) {
  const action = <MarketPrice onChoose={(entryPrice) => form.change({ entryPrice })} />;
  return { name: 'entryPrice', unit: 'USD', action } as const;
}

interface MarketPriceListProps {
  readonly market: MarketPrices;
  readonly onChoose: (price: string) => void;
}

function MarketPriceList({ market, onChoose }: MarketPriceListProps) {
  const { t } = useTranslation('calculators');
  return (
    <>
      <p className="sub">
        {t('market.asOf', { date: timeOfDay(market.date) })}
        {market.sample && ` · ${t('market.sample')}`}
      </p>
      <ul>
        {market.prices.map(({ symbol, name, price }) => (
          <li key={symbol}>
            <button type="button" className="row" onClick={() => onChoose(price)}>
              <RowContent label={name} detail={symbol} value={shownNumber(usdPriceDigits(price))} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
