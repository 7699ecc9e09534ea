/** Today's check-in as one row with one tap: claimed without a dialog, answered in place. */
import { Check, Flame } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { dayOf } from '#core/points/days.ts';
import { checkInStatus } from '#core/points/streak.ts';
import { useDevice } from '#device/device-context.ts';
import type { DeviceProfile } from '#device/model.ts';
import { pointsShort } from '#i18n/points.ts';
import { span } from '#i18n/span.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Row } from '#ui/row.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLasting } from '#ui/use-lasting.ts';
import { useLive } from '#ui/use-live.ts';
import { useNow } from '#ui/use-now.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { useSyncProblem } from '#ui/use-sync-problem.ts';
import { paidText, streakText } from './streak-words.ts';
import { type ClaimRefusal, useClaim } from './use-claim.ts';
import '#ui/flash.css';
import './check-in-row.css';

const MINUTE = 60_000;
/** A shorter wait for the server is not worth a message. */
const WAIT_MS = 500;

export interface CheckInRowProps {
  /** Beside the reward, once the bonus has been claimed here. */
  readonly afterClaim?: ReactNode;
}

/** Nothing until it is known whether there is a profile. */
export function CheckInRow({ afterClaim }: CheckInRowProps) {
  const device = useDevice();
  const { t } = useTranslation('profile');
  const toast = useToast();
  const once = useOneAtATime();
  const { claim, refusalText } = useClaim();
  const now = useNow(MINUTE);
  const profile = useLive(device.live.profile);
  const offset = useLive(device.live.serverOffset) ?? null;
  const problem = useSyncProblem(useLive(device.live.sync)?.phase);
  const [isClaiming, setIsClaiming] = useState(false);
  const [refusal, setRefusal] = useState<ClaimRefusal | null>(null);
  const [paid, setPaid] = useState<{ readonly points: string; readonly day: number } | null>(null);
  const isWaiting = useLasting(isClaiming, WAIT_MS);
  const isShown = useShown();

  const obstacle = problem === 'offline' || problem === 'reopen' ? problem : null;
  if (profile === undefined || (profile === null && problem === null)) return null;

  const today = offset === null ? null : dayOf(now + offset);
  const isPaid = paid !== null && paid.day === today;
  // Without the server's time the row allows the claim, and the server decides.
  const status =
    profile === null || offset === null
      ? null
      : checkInStatus({ freezes: 0, ...profile.streak }, now + offset);
  const isClaimed = isPaid || status?.isAvailable === false;
  // An obstacle says the same, and a bonus claimed elsewhere ends it.
  if (refusal !== null && (obstacle !== null || isClaimed)) setRefusal(null);

  const claimNow = async () => {
    setIsClaiming(true);
    setRefusal(null);
    const askedAt = Date.now();
    const answer = await claim();
    setIsClaiming(false);
    if (answer.ok) {
      const points = pointsShort(answer.bonusAmount);
      // The day of the tap: an answer that arrives on the next one must not hide its bonus.
      setPaid({ points, day: dayOf(askedAt + (device.live.serverOffset.current() ?? 0)) });
      if (!isShown() || answer.freezesAtWork > 0) toast({ text: paidText(t, points, answer.freezesAtWork) });
    } else if (answer.error !== 'already_claimed') {
      if (isShown()) setRefusal(answer.error);
      else toast({ text: refusalText(answer.error) });
    }
  };

  return (
    <Row
      icon={
        isClaimed ? (
          <Check className="check-in-row-icon" role="img" aria-label={t('checkIn.claimed')} />
        ) : (
          <Flame className="check-in-row-icon" />
        )
      }
      label={
        <span role="status">
          {isPaid ? (
            <b className="check-in-paid flash flash-rich rich">
              {t('checkIn.paid', { points: paid.points })}
            </b>
          ) : (
            t('checkIn.name')
          )}
        </span>
      }
      detail={<span role={refusal === null ? undefined : 'alert'}>{detail()}</span>}
      value={isClaimed ? (isPaid ? afterClaim : undefined) : button()}
    />
  );

  function detail(): string {
    if (obstacle !== null) return t(`checkIn.${obstacle}`);
    if (refusal !== null) return refusalText(refusal);
    if (isWaiting) return t('checkIn.asking');
    if (isClaimed)
      return status === null || offset === null ? t('checkIn.claimed') : nextText(status, offset);
    return knownStreak(profile ?? null);
  }

  function nextText({ bonusAmount, nextDayAt }: { bonusAmount: number; nextDayAt: number }, ahead: number) {
    return t('checkIn.nextIn', { points: pointsShort(bonusAmount), span: span(nextDayAt - ahead - now) });
  }

  function knownStreak(known: DeviceProfile | null): string {
    const { current = 0, freezes = 0 } = known?.streak ?? {};
    return streakText(t, status ?? { currentStreak: current, freezes, freezesAtWork: 0 });
  }

  function button(): ReactNode {
    return (
      <Button small disabled={obstacle !== null} busy={isClaiming} onClick={() => void once(claimNow)}>
        {status === null
          ? t('checkIn.claimNow')
          : t('checkIn.claim', { points: pointsShort(status.bonusAmount) })}
      </Button>
    );
  }
}

/** Whether the component is still on the screen: a late answer may find it gone. */
function useShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
