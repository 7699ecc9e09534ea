/** Every badge earned, newest first, and what each family asks for next. */

import { BADGE_FAMILIES, BADGE_TIERS, type BadgeFamily, readBadge } from '#core/points/badges.ts';
import { pointsShort } from '#core/points/format.ts';
import type { Device, DeviceProfile } from '#data/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { dayOfYear, timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';
import { useLive } from '#ui/use-live.ts';
import './achievements.css';

const ALL = BADGE_FAMILIES.length * 20;

export function AchievementsScreen({ device }: { readonly device: Device }) {
  const { t } = useTranslation('achievements');
  const profile = useLive(device.live.profile);
  if (!profile) {
    return (
      <Screen title={t('title')}>
        <Notice>{profile === null ? t('unknown') : t('loading')}</Notice>
      </Screen>
    );
  }
  const earned = [...profile.badges].reverse();
  return (
    <Screen
      title={t('title')}
      subtitle={`${t('count', { count: earned.length, all: ALL })} · ${t('asOf', { time: timeOfDay(profile.asOf) })}`}
    >
      <Notice>{t('wallet')}</Notice>
      {earned.length === 0 ? (
        <Notice>{t('empty')}</Notice>
      ) : (
        <Card title={t('earned')}>
          <ul className="badges">
            {earned.map(({ id, at }) => (
              <Earned key={id} id={id} at={at} />
            ))}
          </ul>
        </Card>
      )}
      <Next profile={profile} />
    </Screen>
  );
}

function Earned({ id, at }: { readonly id: string; readonly at: number }) {
  const { t } = useTranslation(['achievements', 'levels']);
  const badge = readBadge(id);
  return (
    <li className="badge-item">
      {badge !== null && <Badge family={badge.family} tier={badge.tier} />}
      <b>{badge === null ? t('unknownBadge') : t(`levels:badges.${badge.family}`, { tier: badge.tier })}</b>
      <span className="sub">{dayOfYear(at)}</span>
    </li>
  );
}

function Next({ profile }: { readonly profile: DeviceProfile }) {
  const { t } = useTranslation(['achievements', 'levels']);
  const language = shownLanguage();
  const owned = new Set(profile.badges.map(({ id }) => id));
  const next = BADGE_FAMILIES.map((family) => ({
    family,
    tier: BADGE_TIERS[family].findIndex((_, i) => !owned.has(`${family}_${i + 1}`)) + 1,
  })).filter(({ tier }) => tier > 0);
  const goal = (family: BadgeFamily, tier: number) => {
    const bound = BADGE_TIERS[family][tier - 1] ?? 0;
    return family === 'chain'
      ? t('goal.chain', { points: pointsShort(bound, language) })
      : t(`goal.${family}`, { count: bound });
  };
  if (next.length === 0) return null;
  return (
    <Card title={t('next')}>
      <ul className="badges">
        {next.map(({ family, tier }) => (
          <li key={family} className="badge-item">
            <Badge family={family} tier={tier} locked />
            <b>{t(`levels:badges.${family}`, { tier })}</b>
            <span className="sub">{goal(family, tier)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
