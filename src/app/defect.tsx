/** A defect of ours: says so plainly, and what becomes of what was saved. */
import { useEffect } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';
import { Safety } from './safety.tsx';

export function Defect({ error }: { readonly error: unknown }) {
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
        <p>{t('error.text')}</p>
        <Safety />
      </Notice>
    </Screen>
  );
}
