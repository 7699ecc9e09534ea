/** What stands where a screen failed: its code could not be fetched, or it has a defect. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';
import { serverAnswers } from './missing-code.ts';

export function RouteError({ error, reset }: ErrorComponentProps) {
  return isMissingCode(error) ? <MissingScreen retry={reset} /> : <Defect error={error} />;
}

function Defect({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  useEffect(() => console.error(error), [error]);
  return (
    <Screen title={t('error.title')}>
      <Notice
        tone="error"
        action={
          <Button small onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        }
      >
        {t('error.text')}
      </Notice>
    </Screen>
  );
}

/** Either there is no network, or a new version took the file away: then a reload brings the new one. */
function MissingScreen({ retry }: { readonly retry: () => void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const [isGone, setIsGone] = useState(false);

  useEffect(() => {
    let left = false;
    const check = async () => {
      const answers = await serverAnswers();
      if (!left) setIsGone(answers);
    };
    void check();
    window.addEventListener('online', check);
    return () => {
      left = true;
      window.removeEventListener('online', check);
    };
  }, []);

  const again = () => {
    if (isGone) {
      location.reload();
      return;
    }
    void router.invalidate().then(retry);
  };
  return (
    <Screen title={t('error.screenTitle')}>
      <Notice
        tone="warn"
        action={
          <Button small onClick={again}>
            {isGone ? t('reload') : t('retry')}
          </Button>
        }
      >
        {isGone ? t('error.screenNewVersion') : t('error.screenOffline')}
      </Notice>
    </Screen>
  );
}

function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|preload CSS|no texts for/i.test(
      error.message,
    )
  );
}
