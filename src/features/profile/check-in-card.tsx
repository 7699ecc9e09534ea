/**
 * Today's check-in, as the one button to press: from the server's last answer, by the server's clock, never by this
 * device's.
 */
import { Flame, Snowflake } from 'lucide-react';
import { type CheckInStatus, checkInStatus } from '#core/points/streak.ts';
import { useDevice } from '#device/device-context.ts';
import type { DeviceProfile } from '#device/model.ts';
import { pointsShort } from '#i18n/points.ts';
import { span } from '#i18n/span.ts';
import { shownDate, timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { useLive } from '#ui/use-live.ts';
import { useNow } from '#ui/use-now.ts';

const MINUTE = 60_000;

export interface CheckInCardProps {
  readonly profile: DeviceProfile;
  readonly onOpen: () => void;
  /** Keeps the place of a card that is not visible yet. */
  readonly isPlace?: boolean;
}

export function CheckInCard({ profile, onOpen, isPlace }: CheckInCardProps) {
  const device = useDevice();
  const { t } = useTranslation('profile');
  const now = useNow(MINUTE);
  const phase = useLive(device.live.sync)?.phase;
  const problem = phase === 'offline' || phase === 'reopen' ? phase : null;
  const known = useLive(device.live.serverOffset) ?? (isPlace ? 0 : null);
  // Without the server's time, the card allows the claim and the dialog asks the server.
  const status = known === null ? null : checkInStatus({ freezes: 0, ...profile.streak }, now + known);
  const { currentStreak, freezes, freezesAtWork } = status ?? {
    currentStreak: profile.streak.current,
    freezes: profile.streak.freezes ?? 0,
    freezesAtWork: 0,
  };
  return (
    <Card className="check-in">
      <span className="check-in-flames">
        <Flame className="check-in-flame" size={36} />
        {freezes > 0 && (
          // A sign, because words would add a line when the profile arrives.
          <span
            className="check-in-freezes"
            role="img"
            aria-label={freezesAtWork > 0 ? t('checkIn.frozen') : t('checkIn.freezes', { count: freezes })}
            data-at-work={freezesAtWork > 0}
          >
            <Snowflake size={12} /> {freezesAtWork || freezes}
          </span>
        )}
      </span>
      <div className="check-in-text">
        <h2 className="card-title">
          {currentStreak > 0 ? t('checkIn.row', { count: currentStreak }) : t('checkIn.none')}
        </h2>
        <p className="sub">{status === null || known === null ? '\u00a0' : turnText(status, known)}</p>
        {problem !== null && (
          <p className="sub">
            {t(`checkIn.${problem}`)} · {t('asOf', { time: timeOfDay(profile.asOf) })}
          </p>
        )}
      </div>
      <Button small disabled={problem !== null || status?.isAvailable === false} onClick={onOpen}>
        {buttonText(status)}
      </Button>
    </Card>
  );

  /** When the server's day turns, by the user's own clock. */
  function turnText({ isAvailable, bonusAmount, nextDayAt }: CheckInStatus, offset: number): string {
    // Rounded, because the clocks may differ by a second.
    const turnsAt = Math.round((nextDayAt - offset) / MINUTE) * MINUTE;
    const turn = { span: span(turnsAt - now), time: shownDate(turnsAt, 'time') };
    return isAvailable
      ? t('checkIn.turns', turn)
      : t('checkIn.next', { points: pointsShort(bonusAmount), ...turn });
  }

  function buttonText(shown: CheckInStatus | null): string {
    if (shown === null) return t('checkIn.claimNow');
    if (!shown.isAvailable) return t('checkIn.claimed');
    return t('checkIn.claim', { points: pointsShort(shown.bonusAmount) });
  }
}
