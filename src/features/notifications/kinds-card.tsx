/** A switch for each kind of notification. */
import { NOTIFICATIONS, type Settings, type SettingsChange } from '#core/contract/settings.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Switch } from '#ui/switch.tsx';
import { ControlRow } from './control-row.tsx';

export interface KindsCardProps {
  readonly notifications: Settings['notifications'];
  readonly onChoose: (change: SettingsChange, needsAccess: boolean) => void;
}

export function KindsCard({ notifications, onChoose }: KindsCardProps) {
  const { t } = useTranslation('notifications');
  return (
    <Card rows title={t('kinds')}>
      {NOTIFICATIONS.map((kind) => (
        <ControlRow
          key={kind}
          label={t(`kind.${kind}`)}
          control={(id) => (
            <Switch
              id={id}
              name={kind}
              checked={notifications[kind]}
              onChange={(on) => onChoose({ notifications: { [kind]: on } }, on)}
            />
          )}
        />
      ))}
    </Card>
  );
}
