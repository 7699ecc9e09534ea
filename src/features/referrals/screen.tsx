/** Inviting friends: what it pays, the link, and who has come. */
import { Copy, Share2, Star } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { pointsTwoDecimals } from '#core/points/format.ts';
import type { Device, Referral } from '#data/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { levelNameKey } from '#i18n/level-names.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#platform/clipboard.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LevelIcon } from '#ui/level-icon.tsx';
import { Notice } from '#ui/notice.tsx';
import { Row } from '#ui/row.tsx';
import { Screen } from '#ui/screen.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLive } from '#ui/use-live.ts';
import './referrals.css';

export interface ReferralsScreenProps {
  readonly device: Device;
  /** Opens the host's share sheet with the user's link. */
  readonly onShare: (link: string) => void;
}

export function ReferralsScreen({ device, onShare }: ReferralsScreenProps) {
  const { t } = useTranslation('referrals');
  const profile = useLive(device.live.profile);
  const referrals = useLive(device.live.referrals);
  const link = profile?.referralLink ?? null;
  const friends = referrals?.total ?? profile?.friends ?? null;
  return (
    <Screen title={t('title')}>
      <Card rows>
        <Row label={t('regular')} value={<b className="rich">+50 iRICH</b>} />
        <Row label={t('premium')} value={<b className="rich">+75 iRICH</b>} />
        <Row label={t('tenth')} value={<b className="rich">10 %</b>} />
      </Card>
      <Invite link={link} onShare={onShare} />
      <Card
        title={friends === null ? t('friends') : t('friendsCount', { count: friends })}
        aside={
          link !== null &&
          friends !== null &&
          friends > 0 && (
            <Button variant="plain" onClick={() => onShare(link)}>
              {t('more')}
            </Button>
          )
        }
      >
        <Friends device={device} />
      </Card>
    </Screen>
  );
}

function Invite({
  link,
  onShare,
}: {
  readonly link: string | null;
  readonly onShare: (link: string) => void;
}) {
  const { t } = useTranslation(['referrals', 'common']);
  const toast = useToast();
  const host = useHost();
  if (link === null) return <Notice>{t('noLink')}</Notice>;
  const copy = async () => {
    const isCopied = await copyText(link);
    host.haptic(isCopied ? 'success' : 'error');
    toast({ text: isCopied ? t('common:copied') : t('common:copyFailed') });
  };
  return (
    <Card title={t('link')}>
      <p className="referral-link">{link.replace('https://', '')}</p>
      <div className="referral-actions">
        <Button variant="quiet" onClick={() => void copy()}>
          <Copy size={20} strokeWidth={1.75} aria-hidden="true" />
          {t('copy')}
        </Button>
        <Button onClick={() => onShare(link)}>
          <Share2 size={20} strokeWidth={1.75} aria-hidden="true" />
          {t('common:share')}
        </Button>
      </div>
    </Card>
  );
}

type Refresh = 'running' | 'ok' | 'offline' | 'failed';

function Friends({ device }: { readonly device: Device }) {
  const { t } = useTranslation(['referrals', 'common']);
  const referrals = useLive(device.live.referrals);
  const [refresh, setRefresh] = useState<Refresh>('running');

  const fetchNow = useCallback(async () => {
    setRefresh('running');
    setRefresh(await device.refreshReferrals());
  }, [device]);
  useEffect(() => void fetchNow(), [fetchNow]);

  const items = referrals?.items ?? [];
  const hidden = (referrals?.total ?? 0) - items.length;
  return (
    <>
      {refresh === 'failed' && (
        <Notice
          tone="error"
          action={
            <Button small onClick={() => void fetchNow()}>
              {t('common:retry')}
            </Button>
          }
        >
          {t('failed')}
        </Notice>
      )}
      {items.map((friend) => (
        <Friend key={friend.id} friend={friend} />
      ))}
      {hidden > 0 && <p className="sub">{t('hidden', { count: hidden })}</p>}
      {items.length === 0 && refresh === 'ok' && <p className="sub">{t('empty')}</p>}
      {items.length === 0 && refresh === 'running' && <p className="sub">{t('loading')}</p>}
      {items.length === 0 && refresh === 'offline' && <p className="sub">{t('offline')}</p>}
      {items.length > 0 && referrals && (
        <p className="sub">{t('common:asOf', { time: timeOfDay(referrals.asOf) })}</p>
      )}
    </>
  );
}

function Friend({ friend }: { readonly friend: Referral }) {
  const { t } = useTranslation(['referrals', 'levels']);
  const { level } = friend;
  return (
    <Row
      icon={<LevelIcon level={level} size={36} />}
      label={
        <span className="friend-name">
          {friend.username === null ? t('noName') : `@${friend.username}`}
          {friend.isPremium && (
            <Star className="rich" size={16} fill="currentColor" role="img" aria-label={t('premiumUser')} />
          )}
        </span>
      }
      detail={t('level', { name: t(levelNameKey(level)), level })}
      value={<span className="rich">{pointsTwoDecimals(friend.total, shownLanguage())}</span>}
    />
  );
}
