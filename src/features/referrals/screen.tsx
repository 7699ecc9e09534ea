/** Inviting friends: what it pays, the link, and who has come. */
import { Percent, Star, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Device } from '#data/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Row } from '#ui/row.tsx';
import { Screen } from '#ui/screen.tsx';
import { useLive } from '#ui/use-live.ts';
import { FriendsCard } from './friends-card.tsx';
import { InviteCard } from './invite-card.tsx';
import './referrals.css';

export interface ReferralsScreenProps {
  readonly device: Device;
  /** Opens the host's share sheet with the user's link. */
  readonly onShare: (link: string) => void;
}

export function ReferralsScreen({ device, onShare }: ReferralsScreenProps) {
  const { t } = useTranslation('referrals');
  const profile = useLive(device.live.profile);
  const needsReopening = useLive(device.live.sync)?.phase === 'reopen';
  const link = profile === undefined ? undefined : (profile?.referralLink ?? null);
  return (
    <Screen title={t('title')}>
      <Card title={t('rewards')} rows>
        <Reward
          icon={<UserPlus {...ICON} />}
          what={t('regular')}
          how={t('regularHow')}
          award="+50"
          isPoints
        />
        <Reward icon={<Star {...ICON} />} what={t('premium')} how={t('premiumHow')} award="+75" isPoints />
        <Reward icon={<Percent {...ICON} />} what={t('tenth')} how={t('tenthHow')} award="10 %" />
      </Card>
      <InviteCard link={link} needsReopening={needsReopening} onShare={onShare} />
      <FriendsCard device={device} onInvite={typeof link === 'string' ? () => onShare(link) : null} />
    </Screen>
  );
}

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

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
