/** All badges: the nearest three; the earned ones, newest first; then the rest by family, in order, with progress. */
import { memo, type ReactNode, useState } from 'react';
import { ALL_BADGES, readBadge } from '#core/points/badges.ts';
import { useDevice } from '#device/device-context.ts';
import type { DeviceProfile } from '#device/model.ts';
import { shownDate, timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useLive } from '#ui/use-live.ts';
import { BadgeDialog, type ShownBadge } from './badge-dialog.tsx';
import { BadgeTile, Progress } from './badge-tile.tsx';
import { amountText, boundOf, type FamilyStanding, familiesOf, fractionOf } from './families.ts';
import { NextBadges } from './next-badges.tsx';
import './achievements.css';

export interface AchievementsScreenProps {
  readonly tokens: BadgeTokens;
}

/** The token parts for badges. */
export interface BadgeTokens {
  /** About the wallet. */
  readonly notice: ReactNode;
  /** Under an earned badge. */
  readonly markOf: (badgeId: string) => ReactNode;
  /** In the sheet of an earned badge. */
  readonly detailOf: (badgeId: string) => ReactNode;
}

export function AchievementsScreen({ tokens }: AchievementsScreenProps) {
  const device = useDevice();
  const { t } = useTranslation('achievements');
  const profile = useLive(device.live.profile);
  const phase = useLive(device.live.sync)?.phase;
  // While the profile is loading, keep its place: otherwise it would push the content below away.
  const isComing =
    profile === undefined ||
    (profile === null && (phase === undefined || phase === 'idle' || phase === 'sending'));
  const [shown, setShown] = useState<ShownBadge | null>(null);
  return (
    <ScreenLayout subtitle={profile ? t('asOf', { time: timeOfDay(profile.asOf) }) : '\u00a0'}>
      {profile ? (
        <Summary count={profile.badges.length} />
      ) : isComing ? (
        <Summary />
      ) : (
        <Notice>{t(phase === 'reopen' ? 'unknownReopen' : 'unknown')}</Notice>
      )}
      {tokens.notice}
      {!isComing && <AllBadges profile={profile} markOf={tokens.markOf} onOpen={setShown} />}
      <BadgeDialog shown={shown} tokenOf={tokens.detailOf} onClose={() => setShown(null)} />
    </ScreenLayout>
  );
}

interface AllBadgesProps extends Pick<BadgeTokens, 'markOf'> {
  readonly profile: DeviceProfile | null;
  readonly onOpen: (badge: ShownBadge) => void;
}

/** Eighty pictures: memo keeps them from re-rendering when one of them opens. */
const AllBadges = memo(function AllBadges({ profile, ...given }: AllBadgesProps) {
  const standings = familiesOf(profile);
  return (
    <>
      <NextBadges standings={standings} onOpen={given.onOpen} />
      {profile && <Earned profile={profile} {...given} />}
      {standings.map((standing) => (
        <Family key={standing.family} standing={standing} onOpen={given.onOpen} />
      ))}
    </>
  );
});

/** While the count is loading, it keeps its place. */
function Summary({ count }: { readonly count?: number }) {
  const { t } = useTranslation(['achievements', 'common']);
  return (
    <Card>
      {count === undefined && (
        <span className="visually-hidden" role="status">
          {t('common:loading')}
        </span>
      )}
      <div className={count === undefined ? 'badges-wait' : undefined}>
        <p className="badges-count">
          <b>{count ?? 0}</b> {t('ofAll', { all: ALL_BADGES })}
        </p>
        <Progress fraction={(count ?? 0) / ALL_BADGES} />
      </div>
    </Card>
  );
}

interface EarnedProps extends AllBadgesProps {
  readonly profile: DeviceProfile;
}

function Earned({ profile, markOf, onOpen }: EarnedProps) {
  const { t } = useTranslation('achievements');
  if (profile.badges.length === 0) return <Notice>{t('empty')}</Notice>;
  return (
    <Card title={t('earned')}>
      <ul className="badges">
        {profile.badges.toReversed().map(({ id, at }) => (
          <BadgeTile
            key={id}
            badge={readBadge(id)}
            detail={<span className="sub">{shownDate(at, 'day')}</span>}
            mark={markOf(id)}
            onOpen={() => onOpen({ id, at, current: null })}
          />
        ))}
      </ul>
    </Card>
  );
}

interface FamilyProps extends Pick<AllBadgesProps, 'onOpen'> {
  readonly standing: FamilyStanding;
}

function Family({ standing: { family, current, locked }, onOpen }: FamilyProps) {
  const { t } = useTranslation('achievements');
  const have = current === null ? null : { count: current, amount: amountText(family, current) };
  return (
    <Card
      title={t(`family.${family}`)}
      aside={have !== null && <span className="sub">{t(`have.${family}`, have)}</span>}
    >
      <p className="sub family-why">{locked.length === 0 ? t('complete') : t(`why.${family}`)}</p>
      <ul className="badges">
        {locked.map(({ id, ...badge }) => (
          <BadgeTile
            key={id}
            badge={badge}
            isLocked
            detail={
              <>
                {current !== null && <Progress fraction={fractionOf(current, badge)} />}
                <span className="sub">
                  {current === null
                    ? amountText(family, boundOf(badge))
                    : t('fraction', {
                        current: amountText(family, current),
                        bound: amountText(family, boundOf(badge)),
                      })}
                </span>
              </>
            }
            onOpen={() => onOpen({ id, at: null, current })}
          />
        ))}
      </ul>
    </Card>
  );
}
