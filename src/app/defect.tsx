/** A defect of ours: says so plainly, what becomes of what was saved, and leads away from it. */
import { useEffect } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';
import { reloadPage } from './reload-page.ts';
import { Safety } from './safety.tsx';

export interface DefectProps {
  readonly error: unknown;
  readonly onHome: () => void;
}

export function Defect({ error, onHome }: DefectProps) {
  const { t } = useTranslation();
  useEffect(() => console.error(error), [error]);
  return (
    <Screen title={t('error.title')}>
      <Notice
        tone="error"
        action={
          <>
            <Button small onClick={onHome}>
              {t('nav.home')}
            </Button>
            <Button small variant="quiet" onClick={() => reloadPage()}>
              {t('reload')}
            </Button>
          </>
        }
      >
        <p>{t('error.text')}</p>
        <Safety />
      </Notice>
    </Screen>
  );
}
