/** Offers a waiting new version until the user answers, and explains why the page was reloaded, or should be. */
import { useEffect, useEffectEvent } from 'react';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useToast } from '#ui/toast.tsx';
import { watchForUpdate } from './boot/service-worker.ts';
import { keepsRecords, RELOAD_OFFERED, takeReloadNote } from './chunks/reload-once.ts';
import { reloadPage } from './chunks/reload-page.ts';

/** The longest that a timer can wait: weeks. */
const LONGEST_MS = 2 ** 31 - 1;
/** No tap caused this toast, so the user needs longer to notice it. */
const TOLD_MS = 8000;

export function UpdatePrompt() {
  const { t } = useTranslation();
  const toast = useToast();
  const device = useDevice();
  const ask = useEffectEvent((update: () => void) =>
    toast({
      text: t(keepsRecords() ? 'update.ready' : 'update.readyUnkept'),
      action: { label: t('update.action'), onAction: update },
      shownMs: LONGEST_MS,
    }),
  );

  const tell = useEffectEvent(() => {
    if (takeReloadNote()) toast({ text: t('error.reloaded'), shownMs: TOLD_MS });
  });

  const offer = useEffectEvent(() =>
    toast({
      text: t('error.partMissing'),
      action: { label: t('reload'), onAction: () => reloadPage() },
      shownMs: TOLD_MS,
    }),
  );

  useEffect(() => {
    tell();
    const offerNow = () => offer();
    window.addEventListener(RELOAD_OFFERED, offerNow);
    watchForUpdate(device, {
      onNewVersion: (update) => ask(update),
      onTakenOver: () => (keepsRecords() ? reloadPage() : ask(reloadPage)),
    }).catch((error: unknown) => console.warn('cannot check for a new version', error));
    return () => window.removeEventListener(RELOAD_OFFERED, offerNow);
  }, [device]);
  return null;
}
