/** Inviting friends: the rewards, the link, and the list of friends. */
import { Percent, Star, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { CURRENT_RULES } from '#core/points/rules.ts';
import { useDevice } from '#device/device-context.ts';
import { pointsShort } from '#i18n/points.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Row } from '#ui/row.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useLive } from '#ui/use-live.ts';
import { FriendsCard } from './friends-card.tsx';
import { InviteCard } from './invite-card.tsx';
import './referrals.css';

const { friendRegistered, friendRegisteredPremium, creditDivisor } = CURRENT_RULES;

export interface ReferralsScreenProps {
  /** Opens the host's share sheet with the user's link. */
  readonly onShare: (link: string) => void;
}

export function ReferralsScreen({ onShare }: ReferralsScreenProps) {
  const device = useDevice();
  const { t } = useTranslation('referrals');
  const profile = useLive(device.live.profile);
  const needsReopening = useLive(device.live.sync)?.phase === 'reopen';
  const link = profile === undefined ? undefined : (profile?.referralLink ?? null);
  return (
    <ScreenLayout>
      <Card title={t('rewards')} rows>
        <Reward
          icon={<UserPlus size={22} />}
          what={t('regular')}
          how={t('regularHow')}
          award={`+${pointsShort(friendRegistered)}`}
          isPoints
        />
        <Reward
          icon={<Star size={22} />}
          what={t('premium')}
          how={t('premiumHow', { points: pointsShort(friendRegistered) })}
          award={`+${pointsShort(friendRegisteredPremium)}`}
          isPoints
        />
        <Reward
          icon={<Percent size={22} />}
          what={t('share')}
          how={t('shareHow')}
          award={`${100 / creditDivisor} %`}
        />
      </Card>
      <InviteCard link={link} needsReopening={needsReopening} onShare={onShare} />
      <FriendsCard onInvite={typeof link === 'string' ? () => onShare(link) : null} />
    </ScreenLayout>
  );
}

function Reward({
  icon,
  what,
  how,
  award,
  isPoints = false,
}: {
  readonly icon: ReactNode;
  readonly what: string;
  readonly how: string;
  readonly award: string;
  readonly isPoints?: boolean;
}) {
  const { t } = useTranslation('referrals');
  const value = (
    <span className="reward">
      <b className="rich">{award}</b> {isPoints && t('unit')}
    </span>
  );
  return <Row icon={icon} label={what} detail={how} value={value} />;
}
