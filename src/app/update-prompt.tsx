/** A new version waits and asks: the message stays until it is answered. */
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useToast } from '#ui/toast.tsx';
import { watchForUpdate } from './service-worker.ts';

/** The longest that a timer can wait: weeks. */
const LONGEST_MS = 2 ** 31 - 1;

export function UpdatePrompt() {
  const { t } = useTranslation();
  const toast = useToast();
  const ask = useEffectEvent((update: () => void) =>
    toast({
      text: t('update.ready'),
      action: { label: t('update.action'), onAction: update },
      shownMs: LONGEST_MS,
    }),
  );

  useEffect(() => {
    watchForUpdate((update) => ask(update)).catch((error: unknown) => {
      console.warn('no look for a new version', error);
    });
  }, []);
  return null;
}
