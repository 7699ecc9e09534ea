/** The sheet of a coin: its price, and what a trader does with it. */
import { Bell, Calculator, Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { alertKey } from '#core/market/alert-key.ts';
import { type KeptCoin, keyOf } from '#core/market/kept-coins.ts';
import { coinKey } from '#core/market/list-changes.ts';
import { isWatched, MAX_WATCHED } from '#core/market/watch-list.ts';
import { useDevice } from '#device/device-context.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Row } from '#ui/row.tsx';
import { useLive } from '#ui/use-live.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { Change } from './change.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { usdPrice } from './figures.ts';

export interface CoinActions {
  /** Fills a calculator with the coin and its price. */
  readonly onUse: (coin: KeptCoin) => void;
  /** @param key of `alertKey`. */
  readonly onAlert: (key: string) => void;
}

/** One sheet for all coins of a screen, which renders it once. */
export function useCoinSheet(actions: CoinActions): {
  readonly openCoin: (coin: KeptCoin) => void;
  readonly sheet: ReactNode;
} {
  /** Null until the first coin is opened. */
  const [latest, setLatest] = useState<{ readonly coin: KeptCoin; readonly open: boolean } | null>(null);
  return {
    openCoin: (coin) => setLatest({ coin, open: true }),
    sheet: latest && (
      <CoinSheet {...latest} onClose={() => setLatest({ ...latest, open: false })} {...actions} />
    ),
  };
}

interface CoinSheetProps extends CoinActions {
  readonly coin: KeptCoin;
  readonly open: boolean;
  readonly onClose: () => void;
}

function CoinSheet({ coin: opened, open, onClose, onUse, onAlert }: CoinSheetProps) {
  const { t } = useTranslation('market');
  const coin = useNewest(opened);
  const symbol = coin.symbol.toUpperCase();
  const key = alertKey(coin);
  return (
    <Dialog
      open={open}
      title={
        <span className="coin-sheet-title">
          <CoinIcon symbol={coin.symbol} icon={coin.icon} />
          <span>
            {coin.name} <span className="sub">{symbol}</span>
          </span>
        </span>
      }
      onClose={onClose}
      actions={
        <Button variant="quiet" onClick={onClose}>
          {t('sheet.close')}
        </Button>
      }
    >
      <Price coin={coin} />
      <div>
        <Row
          icon={<Calculator />}
          label={t('sheet.use')}
          detail={t('sheet.useAbout')}
          leads
          onPress={() => onUse(coin)}
        />
        {key !== null && (
          <Row
            icon={<Bell />}
            label={t('sheet.alert')}
            detail={t('sheet.alertAbout')}
            leads
            onPress={() => onAlert(key)}
          />
        )}
        <WatchRow coin={coin} />
      </div>
    </Dialog>
  );
}

/** The coin with the newest figures on this device, which may be newer than those of the list that it was opened from. */
function useNewest(coin: KeptCoin): KeptCoin {
  const coins = useLive(useDevice().live.coins)?.coins ?? [];
  const key = keyOf(coin);
  return coins.find((one) => keyOf(one) === key || coinKey(one) === key) ?? coin;
}

function Price({ coin }: { readonly coin: KeptCoin }) {
  const device = useDevice();
  const { t } = useTranslation('market');
  const isSample = useLive(device.live.coins)?.sample === true;
  return (
    <div>
      <p className="coin-sheet-price">
        <span className="market-figure">{usdPrice(coin.price)}</span>
        {coin.change !== '' && <Change text={coin.change} pill />}
        {isSample && <span className="market-tag">{t('sample')}</span>}
      </p>
      <p className="sub">{t('sheet.asOf', { time: timeOfDay(coin.date) })}</p>
    </div>
  );
}

function WatchRow({ coin }: { readonly coin: KeptCoin }) {
  const device = useDevice();
  const { t } = useTranslation('market');
  const { haptic } = useHost();
  const once = useOneAtATime();
  const [problem, setProblem] = useState<'full' | 'failed' | null>(null);
  const isOn = isWatched(useLive(device.live.watched) ?? [], coin);

  const change = async () => {
    const outcome = await (isOn ? device.unwatchCoin(coin) : device.watchCoin(coin)).catch(
      (error: unknown) => {
        console.error('Cannot change the watch list', error);
        return null;
      },
    );
    const now = outcome === null ? 'failed' : outcome === false ? 'full' : null;
    setProblem(now);
    haptic(now === null ? 'impact' : 'error');
  };

  return (
    <Row
      icon={<Star fill={isOn ? 'currentColor' : 'none'} />}
      label={t(isOn ? 'watch.remove' : 'watch.add')}
      detail={
        problem === null ? (
          t(isOn ? 'watch.removeAbout' : 'watch.addAbout')
        ) : (
          <span className="loss" role="alert">
            {problem === 'full' ? t('watch.full', { count: MAX_WATCHED }) : t('watch.failed')}
          </span>
        )
      }
      onPress={() => void once(change)}
    />
  );
}
