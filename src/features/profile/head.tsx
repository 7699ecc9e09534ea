/** Who this is: level ring, name, premium star, username, and how far it is to the next level. */
import { Star } from 'lucide-react';
import { BUCKETS } from '#core/points/events.ts';
import { pointsFull } from '#core/points/format.ts';
import { levelProgress, MAX_LEVEL } from '#core/points/levels.ts';
import type { DeviceProfile } from '#data/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { levelNameKey } from '#i18n/level-names.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { LINKS } from '#platform/links.ts';
import { LevelIcon } from '#ui/level-icon.tsx';

export function ProfileHead({ profile }: { readonly profile: DeviceProfile | null }) {
  const { t } = useTranslation(['profile', 'levels']);
  const { user } = useHost();
  const level = profile?.level ?? 1;
  const total = profile === null ? 0 : totalOf(profile);
  const { to, fraction } = levelProgress(level, total);
  return (
    <section className="profile-head">
      <LevelIcon level={level} size={76} progress={fraction} />
      <div className="profile-who">
        <h2 className="profile-name">
          {user?.firstName}
          <PremiumStar isPremium={user?.isPremium ?? false} />
        </h2>
        <p className="sub">
          {user?.username ? `@${user.username}` : t('noUsername')}
          {profile !== null && ` · ${t('level', { name: t(levelNameKey(level)), level })}`}
        </p>
        {profile !== null && (
          <p className="sub">
            {to === null || level === MAX_LEVEL
              ? t('topLevel')
              : t('toNext', {
                  points: pointsFull(to - total, shownLanguage()),
                  name: t(levelNameKey(level + 1)),
                })}
          </p>
        )}
      </div>
    </section>
  );
}

function PremiumStar({ isPremium }: { readonly isPremium: boolean }) {
  const { t } = useTranslation('profile');
  const host = useHost();
  if (isPremium) {
    return <Star className="rich" size={22} fill="currentColor" role="img" aria-label={t('premium')} />;
  }
  return (
    <button type="button" className="profile-premium" onClick={() => host.openTelegramLink(LINKS.premium)}>
      <Star size={18} strokeWidth={1.75} aria-hidden="true" />
      {t('getPremium')}
    </button>
  );
}

/** The sum of the five buckets, thousandths. */
export function totalOf(profile: DeviceProfile): number {
  return BUCKETS.reduce((sum, bucket) => sum + profile.points[bucket], 0);
}
