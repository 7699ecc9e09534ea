/** Economic events. This version has no source of them, and says so. */
import { useTranslation } from '#i18n/use-translation.ts';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';

export function CalendarScreen() {
  const { t } = useTranslation('calendar');
  return (
    <Screen title={t('title')}>
      <Notice>
        <p>{t('empty')}</p>
        <p className="sub">{t('why')}</p>
      </Notice>
    </Screen>
  );
}
