/** Friends: their number, the list, and the link to share. */
import { Link } from '@tanstack/react-router';
import { Share2, Users } from 'lucide-react';
import { CURRENT_RULES } from '#core/points/rules.ts';
import type { DeviceProfile } from '#device/model.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { pointsShort } from '#i18n/points.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Row, RowContent } from '#ui/row.tsx';

const { friendRegistered, friendRegisteredPremium } = CURRENT_RULES;

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
          icon={<Users />}
          label={t('friends.mine')}
          value={profile === null ? undefined : wholeNumber(profile.friends)}
          leads
        />
      </Link>
      <Row
        icon={<Share2 />}
        label={t('friends.share')}
        detail={t('friends.pays', {
          points: pointsShort(friendRegistered),
          premium: pointsShort(friendRegisteredPremium),
        })}
        disabled={link === null}
        onPress={() => {
          if (link !== null) onShare(link);
        }}
      />
    </Card>
  );
}
