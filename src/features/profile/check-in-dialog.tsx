/**
 * The daily bonus: today's amount, and the button that claims it. The server decides; without it nothing is claimed.
 */
import { Flame } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { dayOf } from '#core/points/days.ts';
import { CURRENT_RULES } from '#core/points/rules.ts';
import { labelAfter } from '#core/points/streak.ts';
import { useDevice } from '#device/device-context.ts';
import type { CheckInAnswer } from '#device/model.ts';
import { pointsShort } from '#i18n/points.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLive } from '#ui/use-live.ts';
import { useNow } from '#ui/use-now.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { BonusLadder } from './bonus-ladder.tsx';
import { flyAward } from './reward-motion.ts';
import { paidText, streakText } from './streak-words.ts';
import { type ClaimRefusal, useClaim } from './use-claim.ts';

export interface CheckInDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const { checkInStep, freezes } = CURRENT_RULES;
const MINUTE_MS = 60_000;

type Step = 'none' | 'claiming' | ClaimRefusal;

export function CheckInDialog({ open, onClose }: CheckInDialogProps) {
  const device = useDevice();
  const { t } = useTranslation(['profile', 'common']);
  const toast = useToast();
  const [status, setStatus] = useState<CheckInAnswer | null>(null);
  const [step, setStep] = useState<Step>('none');
  const { claim, refusalText } = useClaim();
  const button = useRef<HTMLButtonElement>(null);
  const once = useOneAtATime();

  const asked = useRef(0);
  /** An answer may arrive after the dialog, or the profile itself, is closed. */
  const isShown = useRef(false);

  const ask = useCallback(() => {
    asked.current += 1;
    const mine = asked.current;
    setStatus(null);
    setStep('none');
    void device.checkInStatus().then((answer) => {
      if (mine === asked.current) setStatus(answer);
    });
  }, [device]);

  // A dialog left open until the server's next day asks again, because another bonus is due.
  const day = dayOf(useNow(MINUTE_MS) + (useLive(device.live.serverOffset) ?? 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day triggers a refresh
  useEffect(() => {
    if (!open) return;
    isShown.current = true;
    ask();
    return () => {
      isShown.current = false;
      asked.current += 1;
    };
  }, [open, ask, day]);

  // The sync has reached the server: calls that failed without a network are repeated.
  const phase = useLive(device.live.sync)?.phase;
  const isThrough = phase === 'idle';
  const takeUp = useEffectEvent(() => {
    // Old launch data cannot become valid, and a refusal by the server stays on the screen until the user tries again.
    if (open && step !== 'reopen' && (status?.ok === false || step === 'offline')) ask();
  });
  useEffect(() => {
    if (isThrough) takeUp();
  }, [isThrough]);

  const claimNow = async () => {
    setStep('claiming');
    const answer = await claim();
    if (answer.ok) {
      const points = pointsShort(answer.bonusAmount);
      flyAward(button.current, `+${points}`);
      toast({ text: paidText(t, points, answer.freezesAtWork) });
      if (isShown.current) onClose();
      return;
    }
    // Claimed on another device: fetch the next amount.
    if (answer.error === 'already_claimed') ask();
    else if (isShown.current) setStep(answer.error);
    else toast({ text: refusalText(answer.error) });
  };

  const refusal = step === 'none' || step === 'claiming' ? null : step;
  const isAvailable = status?.ok === true && status.isAvailable;
  const isClaimed = status?.ok === true && !status.isAvailable;
  const needsReopening = phase === 'reopen' || (status?.ok === false && status.error === 'reopen');
  return (
    <Dialog
      open={open}
      title={t('checkIn.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('common:close')}
          </Button>
          <Button
            ref={button}
            disabled={!isAvailable || step === 'reopen'}
            busy={step === 'claiming'}
            onClick={() => void once(claimNow)}
          >
            {isClaimed ? t('checkIn.claimed') : t('checkIn.claimNow')}
          </Button>
        </>
      }
    >
      {/* Gives its room to a refusal, which stands at the button: both would not fit on the smallest phone. */}
      {refusal === null && (
        <p>{t('checkIn.about', { step: pointsShort(checkInStep), every: freezes.every })}</p>
      )}
      {status === null && <Bonus />}
      {status?.ok && <Bonus known={status} />}
      {status?.ok === false && (
        <Notice
          tone="error"
          buttons={[!needsReopening && { label: t('common:retry'), onPress: ask, variant: 'quiet' }]}
        >
          {needsReopening
            ? t('checkIn.reopen')
            : status.error === 'offline'
              ? t('checkIn.offline')
              : t('checkIn.loadFailed')}
        </Notice>
      )}
      {refusal !== null && <Notice tone="error">{refusalText(refusal)}</Notice>}
    </Dialog>
  );
}

type Known = Extract<CheckInAnswer, { readonly ok: true }>;

/** Keeps the place while the status is unknown. */
const UNKNOWN: Known = {
  ok: true,
  currentStreak: 0,
  bonusAmount: checkInStep,
  isAvailable: true,
  freezes: 0,
  freezesAtWork: 0,
};

/** The amount of the next claim, and its day in a row. */
function Bonus({ known }: { readonly known?: Known }) {
  const { t } = useTranslation(['profile', 'common']);
  const { currentStreak, bonusAmount, isAvailable, freezes, freezesAtWork } = known ?? UNKNOWN;
  const day = labelAfter(currentStreak);
  return (
    <>
      <div className="bonus" role="status" aria-busy={known === undefined}>
        <Flame className="check-in-flame" size={40} />
        {known === undefined && <span className="visually-hidden">{t('common:loading')}</span>}
        <div className={known === undefined ? 'bonus-what bonus-waits' : 'bonus-what'}>
          <p className="bonus-day">
            {isAvailable ? t('checkIn.day', { day }) : t('checkIn.tomorrow', { day })}
          </p>
          <p className="bonus-figure rich">
            {pointsShort(bonusAmount)} <small>iRICH</small>
          </p>
          <p className="sub">{streakText(t, { currentStreak, freezes, freezesAtWork })}</p>
        </div>
      </div>
      <BonusLadder due={known === undefined ? null : day} />
    </>
  );
}
