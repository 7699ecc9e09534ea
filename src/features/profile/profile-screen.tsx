/** The profile: the balance with its sources, today's check-in, badges, the sync, and the settings. */

import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { DeviceProfile } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Notice } from '#ui/notice.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useLive } from '#ui/use-live.ts';
import { useSyncProblem } from '#ui/use-sync-problem.ts';
import { BadgesCard } from './badges-card.tsx';
import { BalanceCard } from './balance-card.tsx';
import { CheckInCard } from './check-in-card.tsx';
import { CheckInDialog } from './check-in-dialog.tsx';
import { DataCard } from './data-card.tsx';
import { FriendsCard } from './friends-card.tsx';
import { ProfileHead } from './head.tsx';
import { LedgerCard } from './ledger-card.tsx';
import { SettingsCard, type SettingsCardProps } from './settings-card.tsx';
import { SyncCard } from './sync-card.tsx';
import { UNKNOWN_PROFILE } from './unknown-profile.ts';
import './profile.css';

export interface ProfileScreenProps extends SettingsCardProps {
  /** Whether the check-in dialog is open: a part of the address. */
  readonly isCheckInOpen: boolean;
  readonly onCheckIn: (open: boolean) => void;
  readonly onShare: (link: string) => void;
  /** The user's data are gone, here and on the server. */
  readonly onDeleted: () => void;
  /** The wallet's card. */
  readonly wallet: ReactNode;
}

export function ProfileScreen(props: ProfileScreenProps) {
  const device = useDevice();
  const { t } = useTranslation('profile');
  const { isCheckInOpen, onCheckIn, onShare, onDeleted, theme, onTheme, wallet } = props;
  const profile = useLive(device.live.profile);
  return (
    <ScreenLayout>
      <ProfileHead profile={profile ?? null} />
      {profile ? <Points profile={profile} onCheckIn={onCheckIn} /> : <Missing profile={profile} />}
      <SyncCard />
      <LedgerCard />
      {wallet}
      <FriendsCard profile={profile ?? null} onShare={onShare} />
      <SettingsCard theme={theme} onTheme={onTheme} />
      <DataCard onDeleted={onDeleted} />
      <footer className="profile-foot sub">
        <p>
          <Link to="/privacy" className="profile-foot-link">
            {t('privacy')}
          </Link>
        </p>
        <p>{t('credit')}</p>
        <p>{t('version', { version: import.meta.env.VITE_APP_VERSION })}</p>
      </footer>
      <CheckInDialog open={isCheckInOpen} onClose={() => onCheckIn(false)} />
    </ScreenLayout>
  );
}

interface PointsProps {
  readonly profile: DeviceProfile;
  readonly onCheckIn: (open: boolean) => void;
  readonly isPlace?: boolean;
}

function Points({ profile, onCheckIn, isPlace = false }: PointsProps) {
  return (
    <>
      <BalanceCard profile={profile} />
      <CheckInCard profile={profile} onOpen={() => onCheckIn(true)} isPlace={isPlace} />
      <BadgesCard profile={profile} />
    </>
  );
}

/** Shown if no profile has ever arrived on this device. */
function Missing({ profile }: { readonly profile: DeviceProfile | null | undefined }) {
  const device = useDevice();
  const { t } = useTranslation(['profile', 'common']);
  const host = useHost();
  const problem = useSyncProblem(useLive(device.live.sync)?.phase);
  const [isAsking, setIsAsking] = useState(false);
  if (profile === undefined || problem === null) {
    return (
      <>
        <p className="visually-hidden" role="status">
          {t('common:loading')}
        </p>
        <div className="profile-loading" aria-busy="true" inert>
          <Points profile={UNKNOWN_PROFILE} onCheckIn={() => undefined} isPlace />
        </div>
      </>
    );
  }
  const again = async () => {
    host.haptic('impact');
    setIsAsking(true);
    await device.syncNow();
    setIsAsking(false);
  };
  return (
    <Notice
      tone="error"
      buttons={[problem !== 'reopen' && { label: t('common:retry'), onPress: again, busy: isAsking }]}
    >
      <p>{t('failed')}</p>
      <p className="sub">{problem === 'reopen' ? t('failedReopen') : t('failedWhy')}</p>
    </Notice>
  );
}
