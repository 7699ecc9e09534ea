/** Four steps that introduce the app to a new user. They only go forward, and survive a reload. */
import { Link } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { readDraftMirror, writeDraftMirror } from '#platform/draft-mirror.ts';
import { useHost } from '#platform/host-context.tsx';
import { painted } from '#ui/after-paint.ts';
import { useArrival } from '#ui/arrival.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useTimeout } from '#ui/use-timeout.ts';
import { Art } from './art.tsx';
import './onboarding.css';

export const STEPS = ['welcome', 'riskMoney', 'riskPercent', 'positions'] as const;
const DRAFT = 'onboarding';
/** The longest time between two quick taps, milliseconds. */
const DOUBLE_MS = 400;
/** How far apart two taps of one finger may be, CSS pixels. */
const NEAR_PX = 24;

export interface OnboardingScreenProps {
  /** It is not known yet whether the user is new: shows what the app is, without a welcome and without anything to tap. */
  readonly isWaiting?: boolean;
  /** Called when the last step is done. */
  readonly onDone: () => void;
}

export function OnboardingScreen({ isWaiting = false, onDone }: OnboardingScreenProps) {
  const device = useDevice();
  const { t } = useTranslation('onboarding');
  const host = useHost();
  const [step, setStep] = useState(() => stepOf(readDraftMirror(device.userId, DRAFT)));

  const [hasMoved, setHasMoved] = useState(false);
  /**
   * The step has just appeared: the second of two quick taps was meant for the previous step's button at the same
   * place.
   */
  const [isFresh, setIsFresh] = useState(false);
  const isMoving = useRef(false);
  const isDone = useRef(false);
  const title = useRef<HTMLHeadingElement>(null);
  useArrival(title, `step ${step}`);

  useEffect(() => {
    let left = false;
    void device.readDraft(DRAFT).then((kept) => {
      if (!left) setStep((shown) => Math.max(shown, stepOf(kept)));
    });
    return () => {
      left = true;
    };
  }, [device]);

  useTimeout(isFresh, DOUBLE_MS, () => setIsFresh(false));

  const forward = (tap: MouseEvent<HTMLElement>) => {
    if (isDone.current || isMoving.current || isFresh) return;
    host.haptic('selection');
    const next = step + 1;
    if (next === STEPS.length) {
      isDone.current = true;
      // Home has other buttons at that place.
      dropSecondTap(tap);
      onDone();
      return;
    }
    writeDraftMirror(device.userId, DRAFT, next);
    const button = tap.currentTarget;
    isMoving.current = true;
    // Paint the button's feedback first, because the next step has a picture.
    void painted().then(() => {
      device.saveDraft(DRAFT, next).catch((error: unknown) => console.warn('cannot save the step', error));
      // The title of the next step takes the focus.
      button.blur();
      isMoving.current = false;
      setIsFresh(true);
      setStep(next);
      setHasMoved(true);
      window.scrollTo(0, 0);
    });
  };

  const name = STEPS[step] ?? 'welcome';
  return (
    <main className="onboarding" aria-labelledby="onboarding-title" aria-busy={isWaiting}>
      <Art step={name} />
      <div className={classNames('onboarding-text', hasMoved && 'onboarding-text-in')} key={name}>
        <h1 id="onboarding-title" ref={title} tabIndex={-1}>
          {isWaiting ? import.meta.env.VITE_APP_NAME : t(`${name}.title`)}
        </h1>
        <p>{t(`${name}.text`)}</p>
        {name === 'welcome' ? (
          <Link to="/privacy" className="onboarding-privacy">
            {t('privacy')}
          </Link>
        ) : (
          <p className="onboarding-note">{t('notAdvice')}</p>
        )}
      </div>
      <ol className="onboarding-dots" aria-label={t('progress', { step: step + 1, steps: STEPS.length })}>
        {STEPS.map((dot, i) => (
          <li key={dot} className={classNames('onboarding-dot', i === step && 'onboarding-dot-on')} />
        ))}
      </ol>
      <Button wide onClick={forward} className={isFresh ? 'onboarding-fresh' : undefined}>
        {t(`${name}.button`)}
      </Button>
    </main>
  );
}

function stepOf(kept: unknown): number {
  return typeof kept === 'number' && Number.isInteger(kept) && kept > 0
    ? Math.min(kept, STEPS.length - 1)
    : 0;
}

/** For a moment after a tap, another tap at the same place has no effect. */
function dropSecondTap(first: { readonly clientX: number; readonly clientY: number }): void {
  const drop = (second: globalThis.MouseEvent) => {
    const apart = Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY);
    if (apart > NEAR_PX) return;
    second.preventDefault();
    second.stopPropagation();
  };
  window.addEventListener('click', drop, { capture: true });
  setTimeout(() => window.removeEventListener('click', drop, { capture: true }), DOUBLE_MS);
}
