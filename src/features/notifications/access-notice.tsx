/** Shown while the bot may not write: nothing arrives until the user allows it, here or in its chat. */
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useLive } from '#ui/use-live.ts';
import { botChat } from './bot-chat.ts';
import type { Refusal } from './use-choices.ts';

export interface AccessNoticeProps {
  /** Why the last try failed; null if there was none. */
  readonly refusal: Refusal | null;
  readonly isAsking: boolean;
  readonly onAllow: () => void;
}

export function AccessNotice({ refusal, isAsking, onAllow }: AccessNoticeProps) {
  const device = useDevice();
  const { t } = useTranslation('notifications');
  const host = useHost();
  const chat = botChat(useLive(device.live.profile)?.referralLink);
  const canAsk = refusal !== 'unsupported';
  return (
    <Notice
      tone={refusal === null ? 'warn' : 'error'}
      action={
        <>
          {canAsk && (
            <Button small busy={isAsking} onClick={onAllow}>
              {t('allow')}
            </Button>
          )}
          {refusal !== null && chat !== null && (
            <Button small variant={canAsk ? 'quiet' : 'primary'} onClick={() => host.openTelegramLink(chat)}>
              {t('openChat')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('notAllowed')}</p>
      {refusal !== null && <p className="sub">{t(`refusal.${refusal}`)}</p>}
    </Notice>
  );
}
