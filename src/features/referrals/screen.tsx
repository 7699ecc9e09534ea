/** Inviting friends: what it pays, the link, and who has come. */
import { Copy, Share2, Star } from 'lucide-react';
import type { ReferralItem } from '#core/contract/points.ts';
import { pointsFromWire, pointsTwoDecimals } from '#core/points/format.ts';
import type { Device } from '#data/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { levelNameKey } from '#i18n/level-names.ts';
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
import { type Referrals, useReferrals } from './use-referrals.ts';
import './referrals.css';

export interface ReferralsScreenProps {
  readonly device: Device;
  /** Opens the host's share sheet with the user's link. */
  readonly onShare: (link: string) => void;
}

export function ReferralsScreen({ device, onShare }: ReferralsScreenProps) {
  const { t } = useTranslation('referrals');
  const profile = useLive(device.live.profile);
  const referrals = useReferrals(device.userId);
  const link = profile?.referralLink ?? null;
  const friends = referrals.total ?? profile?.friends ?? null;
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
          referrals.items.length > 0 && (
            <Button variant="plain" onClick={() => onShare(link)}>
              {t('more')}
            </Button>
          )
        }
      >
        <Friends referrals={referrals} />
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

function Friends({ referrals }: { readonly referrals: Referrals }) {
  const { t } = useTranslation(['referrals', 'common']);
  const { items, state, hasMore, more } = referrals;
  return (
    <>
      {items.map((item) => (
        <Friend key={item.id} item={item} />
      ))}
      {state === 'ready' && items.length === 0 && <p className="sub">{t('empty')}</p>}
      {state === 'loading' && <p className="sub">{t('loading')}</p>}
      {state === 'failed' && (
        <Notice
          tone="error"
          action={
            <Button small onClick={more}>
              {t('common:retry')}
            </Button>
          }
        >
          {t('failed')}
        </Notice>
      )}
      {state === 'ready' && hasMore && (
        <Button variant="quiet" wide onClick={more}>
          {t('next')}
        </Button>
      )}
    </>
  );
}

function Friend({ item }: { readonly item: ReferralItem }) {
  const { t } = useTranslation(['referrals', 'levels']);
  const level = Number(item.level);
  const total = [
    item.activity_points,
    item.referral_points,
    item.referral_activity_points,
    item.referral_referral_points,
    item.checkin_points,
  ].reduce((sum, points) => sum + (pointsFromWire(points) ?? 0), 0);
  return (
    <Row
      icon={<LevelIcon level={level} size={36} />}
      label={
        <span className="friend-name">
          {item.username === null ? t('noName') : `@${item.username}`}
          {item.is_premium === 1 && (
            <Star className="rich" size={16} fill="currentColor" role="img" aria-label={t('premiumUser')} />
          )}
        </span>
      }
      detail={t('level', { name: t(levelNameKey(level)), level })}
      value={<span className="rich">{pointsTwoDecimals(total, shownLanguage())}</span>}
    />
  );
}
