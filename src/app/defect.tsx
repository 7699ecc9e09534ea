/** The screen for a defect of ours: states it plainly, says whether saved data are safe, and offers a way on. */
import { useEffect } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Notice } from '#ui/notice.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { Safety } from './boot/safety.tsx';
import { reloadPage } from './chunks/reload-page.ts';

export interface DefectProps {
  readonly error: unknown;
  readonly onHome: () => void;
}

export function Defect({ error, onHome }: DefectProps) {
  const { t } = useTranslation();
  useEffect(() => console.error(error), [error]);
  return (
    <ScreenLayout title={t('error.title')}>
      <Notice
        tone="error"
        buttons={[
          { label: t('nav.home'), onPress: onHome },
          { label: t('reload'), onPress: () => reloadPage(), variant: 'quiet' },
        ]}
      >
        <p>{t('error.text')}</p>
        <Safety />
      </Notice>
    </ScreenLayout>
  );
}
