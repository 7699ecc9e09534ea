/** Replaces every screen if the launch does not let the user in: it names no user, or it is too old for this device. */
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Notice } from '#ui/notice.tsx';
import { ScreenLayout } from '#ui/screen.tsx';

export interface NotAuthorizedProps {
  /** `reopen`: only a new launch from the messaging app helps. */
  readonly reason: 'no_user' | 'reopen';
}

export function NotAuthorized({ reason }: NotAuthorizedProps) {
  const { t } = useTranslation();
  const host = useHost();
  const hasNoUser = reason === 'no_user';
  return (
    <ScreenLayout title={t(hasNoUser ? 'notAuthorized' : 'reopen')}>
      <Notice
        tone={hasNoUser ? 'error' : 'warn'}
        buttons={[{ label: t('close'), onPress: () => host.close() }]}
      >
        {t(hasNoUser ? 'notAuthorizedWhy' : 'reopenWhy')}
      </Notice>
    </ScreenLayout>
  );
}
