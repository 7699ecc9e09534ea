/** Friends: their number, the list, and the link to share. */
import { Link } from '@tanstack/react-router';
import { Share2, Users } from 'lucide-react';
import { pointsShort } from '#core/points/format.ts';
import { RULES_V1 } from '#core/points/rules.ts';
import type { DeviceProfile } from '#device/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Row, RowContent } from '#ui/row.tsx';

const { friendRegistered, friendRegisteredPremium } = RULES_V1;

export interface FriendsCardProps {
  readonly profile: DeviceProfile | null;
  readonly onShare: (link: string) => void;
}

export function FriendsCard({ profile, onShare }: FriendsCardProps) {
  const { t } = useTranslation('profile');
  const link = profile?.referralLink ?? null;
  const points = (thousandths: number) => pointsShort(thousandths, shownLanguage());
  return (
    <Card rows title={t('friends.title')}>
      <Link to="/referrals" className="row">
        <RowContent
          icon={<Users size={24} strokeWidth={1.75} aria-hidden="true" />}
          label={t('friends.mine')}
          value={profile === null ? undefined : wholeNumber(profile.friends)}
          leads
        />
      </Link>
      <Row
        icon={<Share2 size={24} strokeWidth={1.75} aria-hidden="true" />}
        label={t('friends.share')}
        detail={t('friends.pays', {
          points: points(friendRegistered),
          premium: points(friendRegisteredPremium),
        })}
        disabled={link === null}
        onPress={() => {
          if (link !== null) onShare(link);
        }}
      />
    </Card>
  );
}
