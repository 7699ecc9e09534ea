/** A threshold for the price of each coin; the address may name the one that is meant. */
import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { ALERT_COINS, type Alerts, type SettingsChange } from '#core/contract/settings.ts';
import { marketPrices } from '#core/market/market-prices.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { painted } from '#ui/after-paint.ts';
import { Card } from '#ui/card.tsx';
import { useLive } from '#ui/use-live.ts';
import { AlertForm } from './alert-form.tsx';

export interface AlertsCardProps {
  readonly alerts: Alerts;
  /** Whether the bot may write; nothing is shown about it before that is known. */
  readonly mayWrite: boolean;
  readonly onChoose: (change: SettingsChange, needsAccess: boolean) => Promise<boolean>;
}

export function AlertsCard({ alerts, mayWrite, onChoose }: AlertsCardProps) {
  const device = useDevice();
  const { t } = useTranslation('notifications');
  const overview = useLive(device.live.market)?.overview;
  const market = useMemo(() => (overview === undefined ? null : marketPrices(overview)), [overview]);
  const forms = useRef<HTMLDivElement>(null);
  const { alert: wanted } = useSearch({ strict: false });
  useEffect(() => {
    if (!ALERT_COINS.some((coin) => coin === wanted)) return;
    // The router first scrolls a new screen to its top.
    void painted().then(() => {
      const field = forms.current?.querySelector<HTMLInputElement>(`input[name="alert-${wanted}"]`);
      field?.scrollIntoView({ block: 'center' });
      field?.focus({ preventScroll: true });
    });
  }, [wanted]);
  return (
    <Card title={t('alert.title')}>
      <p className="sub">{t('alert.rule')}</p>
      <div ref={forms}>
        {ALERT_COINS.map((coin) => (
          <AlertForm
            key={coin}
            coin={coin}
            threshold={alerts[coin]}
            isMute={!mayWrite}
            price={market?.prices.find(({ symbol }) => symbol === coin)?.price ?? null}
            isSample={market?.sample === true}
            onSet={(threshold) => onChoose({ alerts: { [coin]: threshold } }, threshold !== null)}
          />
        ))}
      </div>
    </Card>
  );
}
