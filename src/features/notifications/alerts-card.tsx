/** A threshold for the price of each coin; the address may name the one that is meant. */
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  ALERT_COINS,
  type AlertCoin,
  type Alerts,
  type ChosenCoinAlerts,
  MAX_COIN_ALERTS,
  type SettingsChange,
} from '#core/contract/settings.ts';
import { alertKey, isFirstCoin } from '#core/market/alert-key.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { painted } from '#ui/after-paint.ts';
import { Card } from '#ui/card.tsx';
import { RowContent } from '#ui/row.tsx';
import { useLive } from '#ui/use-live.ts';
import { AlertForm } from './alert-form.tsx';

const NAMES: Readonly<Record<AlertCoin, string>> = { TON: 'Toncoin', BTC: 'Bitcoin', ETH: 'Ethereum' };

export interface AlertsCardProps {
  readonly alerts: Alerts;
  readonly coinAlerts: ChosenCoinAlerts;
  /** Whether the bot may write; nothing is shown about it before that is known. */
  readonly mayWrite: boolean;
  readonly onChoose: (change: SettingsChange, needsAccess: boolean) => Promise<boolean>;
}

export function AlertsCard({ alerts, coinAlerts, mayWrite, onChoose }: AlertsCardProps) {
  const device = useDevice();
  const { t } = useTranslation('notifications');
  const market = useLive(device.live.coins);
  const forms = useRef<HTMLDivElement>(null);
  const { alert: wanted } = useSearch({ strict: false });
  const others = useOthers(coinAlerts, wanted);
  const isThere = wanted !== undefined && (isFirstCoin(wanted) || others.has(wanted));
  useEffect(() => {
    if (!isThere) return;
    // The router first scrolls a new screen to its top.
    void painted().then(() => {
      const fields = forms.current?.querySelectorAll<HTMLInputElement>('input') ?? [];
      const field = [...fields].find(({ name }) => name === `alert-${wanted}`);
      field?.scrollIntoView({ block: 'center' });
      field?.focus({ preventScroll: true });
    });
  }, [wanted, isThere]);

  const common = (coin: string) => ({
    coin,
    isMute: !mayWrite,
    price: market?.coins.find((one) => alertKey(one) === coin)?.price ?? null,
    isSample: market?.sample === true,
  });
  const isFull = Object.values(coinAlerts).filter((alert) => alert !== null).length >= MAX_COIN_ALERTS;
  return (
    <Card title={t('alert.title')}>
      <p className="sub">{t('alert.rule')}</p>
      <div ref={forms}>
        {ALERT_COINS.map((coin) => (
          <AlertForm
            key={coin}
            {...common(coin)}
            symbol={coin}
            name={NAMES[coin]}
            threshold={alerts[coin]}
            onSet={(threshold) => onChoose({ alerts: { [coin]: threshold } }, threshold !== null)}
          />
        ))}
        {[...others].map(([id, named]) => (
          <AlertForm
            key={id}
            {...common(id)}
            {...named}
            threshold={coinAlerts[id]?.threshold ?? null}
            isFull={isFull}
            onSet={(threshold) => {
              const alert = threshold === null ? null : { ...named, threshold };
              return onChoose({ coinAlerts: { [id]: alert } }, threshold !== null);
            }}
          />
        ))}
      </div>
      <Link to="/cryptooverview" className="row alert-more">
        <RowContent label={t('alert.more')} detail={t('alert.moreAbout')} leads />
      </Link>
    </Card>
  );
}

interface Named {
  readonly symbol: string;
  readonly name: string;
}

/** The other coins to show, by id: those with an alert, and the wanted one. They stay until the screen is left. */
function useOthers(coinAlerts: ChosenCoinAlerts, wanted: string | undefined): ReadonlyMap<string, Named> {
  const coins = useLive(useDevice().live.coins)?.coins;
  const [others, setOthers] = useState<ReadonlyMap<string, Named>>(new Map());
  const found = new Map<string, Named>();
  for (const [id, alert] of Object.entries(coinAlerts)) if (alert !== null) found.set(id, alert);
  const coin =
    wanted === undefined || isFirstCoin(wanted) ? undefined : coins?.find(({ id }) => id === wanted);
  if (coin?.id !== undefined) found.set(coin.id, coin);
  const added = [...found].filter(([id]) => !others.has(id));
  if (added.length === 0) return others;
  const next = new Map(others);
  for (const [id, { symbol, name }] of added) next.set(id, { symbol, name });
  setOthers(next);
  return next;
}
