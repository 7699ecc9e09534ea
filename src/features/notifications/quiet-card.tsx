/** Hours without notifications, by the clock of the user's zone. */
import {
  DEFAULT_SETTINGS,
  type QuietHours,
  type Settings,
  type SettingsChange,
} from '#core/contract/settings.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { deviceZone } from '#platform/clock.ts';
import { Card } from '#ui/card.tsx';
import { Switch } from '#ui/switch.tsx';
import { ControlRow } from './control-row.tsx';

export interface QuietCardProps {
  readonly settings: Pick<Settings, 'quiet' | 'zone'>;
  readonly onChoose: (change: SettingsChange, needsAccess: boolean) => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function QuietCard({ settings: { quiet, zone }, onChoose }: QuietCardProps) {
  const { t } = useTranslation('notifications');
  const choose = (chosen: QuietHours | null) => onChoose({ quiet: chosen }, true);
  return (
    <Card rows title={t('quiet')}>
      <ControlRow
        label={t('quietOn')}
        control={(id) => (
          <Switch
            id={id}
            name="quiet"
            checked={quiet !== null}
            onChange={(on) => choose(on ? DEFAULT_SETTINGS.quiet : null)}
          />
        )}
      />
      {quiet !== null && (
        <>
          <Hour
            label={t('from')}
            value={quiet.from}
            other={quiet.to}
            onChange={(from) => choose({ ...quiet, from })}
          />
          <Hour
            label={t('to')}
            value={quiet.to}
            other={quiet.from}
            onChange={(to) => choose({ ...quiet, to })}
          />
        </>
      )}
      <div className="row">
        <p className="sub">
          {zone !== null && zone === deviceZone()
            ? t('clock', { zone })
            : t('otherClock', { zone: zone ?? 'UTC' })}
          {quiet !== null && (
            <>
              <br />
              {t('quietEvents')}
            </>
          )}
        </p>
      </div>
    </Card>
  );
}

interface HourProps {
  readonly label: string;
  readonly value: number;
  /** The hour at the other end, which cannot be chosen: the range would be empty. */
  readonly other: number;
  readonly onChange: (hour: number) => void;
}

/** The phone's own list, which opens in a touch-friendly size. */
function Hour({ label, value, other, onChange }: HourProps) {
  return (
    <ControlRow
      label={label}
      control={(id) => (
        <select
          className="hour"
          id={id}
          value={value}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        >
          {HOURS.map((hour) => (
            <option key={hour} value={hour} disabled={hour === other}>
              {`${hour}`.padStart(2, '0')}:00
            </option>
          ))}
        </select>
      )}
    />
  );
}
