/** A defect of ours: says so plainly, and that nothing saved is lost. */
import { useEffect } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';

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
        {t('error.text')}
      </Notice>
    </Screen>
  );
}
