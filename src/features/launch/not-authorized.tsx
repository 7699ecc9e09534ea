/** Instead of every screen, where the launch does not let the user in: it names nobody, or it is too old for this device. */
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';

export interface NotAuthorizedProps {
  /** `reopen`: only a new launch from the messaging app helps. */
  readonly reason: 'nobody' | 'reopen';
}

export function NotAuthorized({ reason }: NotAuthorizedProps) {
  const { t } = useTranslation();
  const host = useHost();
  const isNobody = reason === 'nobody';
  return (
    <Screen title={t(isNobody ? 'notAuthorized' : 'reopen')}>
      <Notice
        tone={isNobody ? 'error' : 'warn'}
        action={
          <Button small onClick={() => host.close()}>
            {t('close')}
          </Button>
        }
      >
        {t(isNobody ? 'notAuthorizedWhy' : 'reopenWhy')}
      </Notice>
    </Screen>
  );
}
