/** What stands where a screen failed: its code could not be fetched, or it has a defect. */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';
import { MissingScreen } from './missing-screen.tsx';

export function RouteError({ error, reset }: ErrorComponentProps) {
  return isMissingCode(error) ? (
    <MissingScreen file={error.message} reset={reset} />
  ) : (
    <Defect error={error} />
  );
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

function isMissingCode(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|preload CSS|no texts for/i.test(
      error.message,
    )
  );
}
