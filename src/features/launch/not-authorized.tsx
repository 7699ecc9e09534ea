/** Every page of the app where the launch names nobody. */
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';

export function NotAuthorized() {
  const { t } = useTranslation();
  const host = useHost();
  return (
    <Screen title={t('notAuthorized')}>
      <Notice
        tone="error"
        action={
          <Button small onClick={() => host.close()}>
            {t('close')}
          </Button>
        }
      >
        {t('notAuthorizedWhy')}
      </Notice>
    </Screen>
  );
}
