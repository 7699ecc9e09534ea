/** Friends: how many, the list, and the link to share. */
import { Link } from '@tanstack/react-router';
import { Share2, Users } from 'lucide-react';
import type { DeviceProfile } from '#data/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Row, RowContent } from '#ui/row.tsx';

export interface FriendsCardProps {
  readonly profile: DeviceProfile | null;
  readonly onShare: (link: string) => void;
}

export function FriendsCard({ profile, onShare }: FriendsCardProps) {
  const { t } = useTranslation('profile');
  const link = profile?.referralLink ?? null;
  return (
    <Card rows title={t('friends.title')}>
      <Link to="/referrals" className="row">
        <RowContent
          icon={<Users size={24} strokeWidth={1.75} aria-hidden="true" />}
          label={t('friends.mine')}
          value={profile === null ? undefined : String(profile.friends)}
          leads
        />
      </Link>
      <Row
        icon={<Share2 size={24} strokeWidth={1.75} aria-hidden="true" />}
        label={t('friends.share')}
        detail={t('friends.pays')}
        disabled={link === null}
        onPress={() => {
          if (link !== null) onShare(link);
        }}
      />
    </Card>
  );
}
