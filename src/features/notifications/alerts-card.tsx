/** A threshold for the price of each coin. */
import { useMemo } from 'react';
import { ALERT_COINS, type Alerts, type SettingsChange } from '#core/contract/settings.ts';
import { marketPrices } from '#core/market/market-prices.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
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
  return (
    <Card title={t('alert.title')}>
      <p className="sub">{t('alert.rule')}</p>
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
    </Card>
  );
}
