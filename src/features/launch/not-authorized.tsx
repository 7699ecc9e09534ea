/** Every page of the app where the launch names nobody. */
import { useTranslation } from '#i18n/use-translation.ts';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';

export function NotAuthorized() {
  const { t } = useTranslation();
  return (
    <Screen title={t('notAuthorized')}>
      <Notice tone="error">{t('notAuthorizedWhy')}</Notice>
    </Screen>
  );
}
