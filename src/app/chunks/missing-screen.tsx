/** Shown in place of code that could not be fetched; keeps trying to fetch it. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { missingChunkOf } from '#platform/chunks/import-chunk.ts';
import { waitAfter } from '#platform/chunks/load-chunk.ts';
import { Notice } from '#ui/notice.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { Safety } from '../boot/safety.tsx';
import { isGone } from './chunk-errors.ts';
import { reloadOnce } from './reload-once.ts';
import { reloadPage } from './reload-page.ts';

/** How often in a row each file failed to load, and its latest failure, which may be shown more than once. */
const failures = new Map<string, { readonly times: number; readonly latest: Error }>();

function timesFailed(latest: Error, before: number): number {
  const file = missingChunkOf(latest)?.file ?? latest.message;
  const known = failures.get(file);
  if (known?.latest === latest) return known.times;
  const times = (known?.times ?? before) + 1;
  failures.set(file, { times, latest });
  return times;
}

export interface MissingScreenProps {
  readonly error: Error;
  readonly reset: () => void;
}

export function MissingScreen({ error, reset }: MissingScreenProps) {
  const { t } = useTranslation();
  const router = useRouter();
  return (
    <ScreenLayout title={t('error.screenTitle')}>
      <Missing error={error} onRetry={() => void router.invalidate().then(reset)} />
    </ScreenLayout>
  );
}

export interface MissingProps {
  /** The latest failure: a new object for every try. */
  readonly error: Error;
  /** How many tries were made before this is shown; 1 if absent. */
  readonly tries?: number;
  readonly onRetry: () => void;
}

export function Missing({ error, tries = 1, onRetry }: MissingProps) {
  const { t } = useTranslation();
  const [isLost, setIsLost] = useState(false);
  const tryAgain = useEffectEvent(onRetry);

  useEffect(() => {
    const failed = timesFailed(error, tries - 1);
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void (async () => {
      const missing = missingChunkOf(error);
      if (missing?.status === 'stuck' && (await reloadOnce(missing.file))) return;
      const gone = await isGone(missing, failed);
      if (left) return;
      setIsLost(gone);
      if (!gone) timer = setTimeout(() => tryAgain(), waitAfter(failed));
    })();
    // The network is back, or a new service worker has every file.
    const atOnce = () => tryAgain();
    window.addEventListener('online', atOnce);
    navigator.serviceWorker?.addEventListener('controllerchange', atOnce);
    return () => {
      left = true;
      clearTimeout(timer);
      window.removeEventListener('online', atOnce);
      navigator.serviceWorker?.removeEventListener('controllerchange', atOnce);
    };
  }, [error, tries]);

  return (
    <Notice
      tone="warn"
      buttons={[
        isLost
          ? { label: t('reload'), onPress: () => reloadPage() }
          : { label: t('retry'), onPress: onRetry },
      ]}
    >
      <p>{t(isLost ? 'error.screenNewVersion' : 'error.screenOffline')}</p>
      <Safety />
    </Notice>
  );
}
