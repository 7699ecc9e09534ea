/** Stands where the code of a screen could not be fetched, and fetches it as soon as it can be. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';
import { serverAnswers } from './missing-code.ts';
import { Safety } from './safety.tsx';

const FIRST_WAIT_MS = 350;
const LONGEST_WAIT_MS = 30_000;

/** Tries in a row per missing file: this screen is made anew for each. */
const tries = new Map<string, number>();

export interface MissingScreenProps {
  readonly file: string;
  readonly reset: () => void;
}

export function MissingScreen({ file, reset }: MissingScreenProps) {
  const { t } = useTranslation();
  const router = useRouter();
  // The server answers and the file does not come: a new version took it away, and a reload brings the new one.
  const [isGone, setIsGone] = useState(false);

  const tryAgain = useEffectEvent(() => {
    tries.set(file, (tries.get(file) ?? 0) + 1);
    void router.invalidate().then(reset);
  });

  useEffect(() => {
    let left = false;
    const before = tries.get(file) ?? 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async () => {
      const isThere = before > 0 && (await serverAnswers());
      if (left) return;
      if (isThere) setIsGone(true);
      else timer = setTimeout(() => tryAgain(), Math.min(FIRST_WAIT_MS * 2 ** before, LONGEST_WAIT_MS));
    };
    void check();
    // Back online, or a service worker has taken over that has every file.
    const atOnce = () => tryAgain();
    window.addEventListener('online', atOnce);
    navigator.serviceWorker?.addEventListener('controllerchange', atOnce);
    return () => {
      left = true;
      clearTimeout(timer);
      window.removeEventListener('online', atOnce);
      navigator.serviceWorker?.removeEventListener('controllerchange', atOnce);
    };
  }, [file]);

  return (
    <Screen title={t('error.screenTitle')}>
      <Notice
        tone="warn"
        action={
          <Button small onClick={() => (isGone ? location.reload() : tryAgain())}>
            {isGone ? t('reload') : t('retry')}
          </Button>
        }
      >
        <p>{isGone ? t('error.screenNewVersion') : t('error.screenOffline')}</p>
        <Safety />
      </Notice>
    </Screen>
  );
}
