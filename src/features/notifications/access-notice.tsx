/** Shown while the bot may not write: nothing arrives until the user allows it, here or in its chat. */
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Notice } from '#ui/notice.tsx';
import { useLive } from '#ui/use-live.ts';
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
      buttons={[
        canAsk && { label: t('allow'), onPress: onAllow, busy: isAsking },
        refusal !== null &&
          chat !== null && {
            label: t('openChat'),
            onPress: () => host.openTelegramLink(chat),
            variant: canAsk ? 'quiet' : 'primary',
          },
      ]}
    >
      <p>{t('notAllowed')}</p>
      {refusal !== null && <p className="sub">{t(`refusal.${refusal}`)}</p>}
    </Notice>
  );
}

/**
 * The address of the bot's chat; null until it is known.
 * @param link to the mini-app, as the server gives it: the bot's name is the first part of its path.
 */
export function botChat(link: string | undefined): string | null {
  const name = /^https:\/\/t\.me\/(\w+)/.exec(link ?? '')?.[1];
  return name === undefined ? null : `https://t.me/${name}`;
}
