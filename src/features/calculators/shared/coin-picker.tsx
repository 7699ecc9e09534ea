/** A button in a field that picks a coin of this device with its price. Without any its place stays empty. */
import { ChartCandlestick } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usdPriceDigits } from '#core/market/format.ts';
import { type KeptCoin, type KeptCoins, keyOf } from '#core/market/kept-coins.ts';
import { priceValue } from '#core/number-input.ts';
import { readSymbol } from '#core/trade-symbol.ts';
import { useDevice } from '#device/device-context.ts';
import { shownNumber } from '#i18n/numbers.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RowContent } from '#ui/row.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { useFresh } from '#ui/use-fresh.ts';
import { useGrowing } from '#ui/use-growing.ts';
import { useLive } from '#ui/use-live.ts';
import { coinsFor } from './coins.ts';
import { goToField } from './enter-key.ts';
import './coin-picker.css';

export interface PickedCoin {
  readonly symbol: string;
  /** USD, plain digits. */
  readonly price: string;
}

export interface CoinPickerProps {
  readonly onPick: (coin: PickedCoin) => void;
  /** The field whose turn it is after a pick, if none of the form still needs a number. */
  readonly next?: string | undefined;
}

export function CoinPicker({ onPick, next }: CoinPickerProps) {
  const device = useDevice();
  const { t } = useTranslation('calculators');
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const [picks, setPicks] = useState(0);
  // The dialog has given the focus back to its opener by then.
  useEffect(() => {
    if (picks > 0 && next !== undefined) goToField(opener.current?.form, next);
  }, [picks, next]);
  const market = useLive(device.live.coins);
  // Keeps the figures beside it in place when the coins arrive.
  if (!market) return <span className="number-field-action" />;
  const close = () => setOpen(false);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="number-field-action"
        aria-label={t('market.fill')}
        title={t('market.fill')}
        onClick={() => setOpen(true)}
      >
        <ChartCandlestick size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <Dialog
        open={open}
        title={t('market.title')}
        onClose={close}
        actions={
          <Button variant="quiet" onClick={close}>
            {t('cancel')}
          </Button>
        }
      >
        <Coins
          market={market}
          onPick={({ symbol, price }) => {
            close();
            setPicks((before) => before + 1);
            onPick({ symbol: readSymbol(symbol), price: priceValue(price) });
          }}
        />
      </Dialog>
    </>
  );
}

/** How many records are read for the coins used last. */
const RECENT_RECORDS = 50;
/** How often newer prices are requested, milliseconds. */
const ASK_MS = 60_000;

interface CoinsProps {
  readonly market: KeptCoins;
  readonly onPick: (coin: KeptCoin) => void;
}

function Coins({ market, onPick }: CoinsProps) {
  const device = useDevice();
  const { t } = useTranslation('calculators');
  const [search, setSearch] = useState('');
  const records = useLive(useMemo(() => device.live.history({ limit: RECENT_RECORDS }), [device]));
  const used = useMemo(() => records?.map(({ inputs }) => String(inputs['symbol'] ?? '')) ?? [], [records]);
  const coins = useMemo(() => coinsFor(market.coins, used, search), [market, used, search]);
  const { shown, rowRef } = useGrowing(coins.length);
  useFresh({ refresh: useCallback(() => device.refreshCoins(), [device]), everyMs: ASK_MS });
  return (
    <>
      <SearchField label={t('market.search')} onSearch={setSearch} />
      <p className="coin-picker-note sub" role="status">
        {coins.length === 0 && search !== ''
          ? t('market.none')
          : t(market.sample ? 'market.sampleAt' : 'market.liveAt', { date: timeOfDay(market.date) })}
      </p>
      <ul className="coin-picker-list">
        {coins.slice(0, shown).map((coin, index) => (
          <li key={keyOf(coin)} ref={rowRef(index)} aria-setsize={coins.length} aria-posinset={index + 1}>
            <button type="button" className="row" onClick={() => onPick(coin)}>
              <RowContent
                label={coin.name}
                detail={coin.date === market.date ? coin.symbol : `${coin.symbol} · ${timeOfDay(coin.date)}`}
                value={shownNumber(usdPriceDigits(coin.price))}
              />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
