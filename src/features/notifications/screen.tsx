/** The bot's notification settings as last known: shown at once, and editable without a network. */
import { useCallback } from 'react';
import { DEFAULT_SETTINGS, type KnownAnswer, NO_ALERTS } from '#core/contract/settings.ts';
import { useDevice } from '#device/device-context.ts';
import type { Device, Refreshed } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Notice } from '#ui/notice.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useFresh } from '#ui/use-fresh.ts';
import { useLive } from '#ui/use-live.ts';
import { AccessNotice } from './access-notice.tsx';
import { AlertsCard } from './alerts-card.tsx';
import { KindsCard } from './kinds-card.tsx';
import { QuietCard } from './quiet-card.tsx';
import { useChoices } from './use-choices.ts';
import './notifications.css';

export function Screen() {
  const device = useDevice();
  const { t } = useTranslation('notifications');
  const known = useLive(device.live.settings);
  // When the page comes to the front too: the bot's chat may have changed them.
  const refresh = useCallback(() => refreshSettings(device), [device]);
  const { outcome, isAsking, ask } = useFresh({ refresh });
  return (
    <ScreenLayout>
      {known ? (
        <Choices known={known} />
      ) : outcome === null || outcome === 'ok' ? (
        <Skeleton />
      ) : (
        <Notice tone="error" buttons={[{ label: t('retry'), onPress: ask, busy: isAsking }]}>
          <p>{t('failed')}</p>
          <p className="sub">{outcome === 'offline' ? t('offlineHint') : t('failedHint')}</p>
        </Notice>
      )}
    </ScreenLayout>
  );
}

async function refreshSettings(device: Device): Promise<Refreshed> {
  try {
    return await device.refreshSettings();
  } catch (error) {
    console.warn('cannot refresh the settings', error);
    return 'failed';
  }
}

interface ChoicesProps {
  readonly known: KnownAnswer;
}

function Choices({ known }: ChoicesProps) {
  const { t } = useTranslation('notifications');
  const { settings, refusal, isLost, isAsking, choose, allow } = useChoices(known);
  return (
    <>
      {known.mayWrite ? (
        <p className="sub">{t('allowed')}</p>
      ) : (
        <AccessNotice refusal={refusal} isAsking={isAsking} onAllow={allow} />
      )}
      {isLost && <Notice tone="error">{t('notKept')}</Notice>}
      <KindsCard notifications={settings.notifications} onChoose={choose} />
      <AlertsCard
        alerts={{ ...NO_ALERTS, ...settings.alerts }}
        coinAlerts={settings.coinAlerts ?? {}}
        mayWrite={known.mayWrite}
        onChoose={choose}
      />
      <QuietCard settings={settings} onChoose={choose} />
    </>
  );
}

/** A placeholder of the same size; access for the bot is not mentioned before it is known. */
function Skeleton() {
  const { t } = useTranslation('common');
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <div className="notifications-loading" aria-busy="true" inert>
        <KindsCard notifications={DEFAULT_SETTINGS.notifications} onChoose={() => undefined} />
        <AlertsCard alerts={NO_ALERTS} coinAlerts={{}} mayWrite onChoose={async () => false} />
        <QuietCard settings={DEFAULT_SETTINGS} onChoose={() => undefined} />
      </div>
    </>
  );
}
