/** Today's check-in, as the one thing to press. What the server says counts; this card only foresees it. */
import { Flame } from 'lucide-react';
import { pointsShort } from '#core/points/format.ts';
import { checkInStatus } from '#core/points/streak.ts';
import type { Device, DeviceProfile } from '#data/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { clockTime, span } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { useLive } from '#ui/use-live.ts';
import { useNow } from '#ui/use-now.ts';

const MINUTE = 60_000;

export interface CheckInCardProps {
  readonly device: Device;
  readonly profile: DeviceProfile;
  readonly onOpen: () => void;
}

export function CheckInCard({ device, profile, onOpen }: CheckInCardProps) {
  const { t } = useTranslation('profile');
  const now = useNow(MINUTE);
  const phase = useLive(device.live.sync)?.phase;
  const obstacle = phase === 'offline' || phase === 'reopen' ? phase : null;
  const status = checkInStatus(profile.streak, now);
  const points = pointsShort(status.bonusAmount, shownLanguage());
  const turn = { span: span(status.nextDayAt - now), time: clockTime(status.nextDayAt) };
  return (
    <Card className="check-in">
      <Flame className="check-in-flame" size={36} strokeWidth={1.75} aria-hidden="true" />
      <div className="check-in-text">
        <h2 className="card-title">
          {status.currentStreak > 0 ? t('checkIn.row', { count: status.currentStreak }) : t('checkIn.none')}
        </h2>
        <p className="sub">
          {status.isAvailable ? t('checkIn.turns', turn) : t('checkIn.next', { points, ...turn })}
        </p>
        {obstacle !== null && <p className="sub">{t(`checkIn.${obstacle}`)}</p>}
      </div>
      <Button small disabled={obstacle !== null || !status.isAvailable} onClick={onOpen}>
        {status.isAvailable ? t('checkIn.claim', { points }) : t('checkIn.claimed')}
      </Button>
    </Card>
  );
}
