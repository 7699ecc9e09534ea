/** The user: level ring, name, premium star, username, and the progress to the next level. */
import { Star } from 'lucide-react';
import { levelProgress, MAX_LEVEL, totalOf } from '#core/points/levels.ts';
import type { DeviceProfile } from '#device/model.ts';
import { pointsFull } from '#i18n/points.ts';
import { levelNameKey } from '#i18n/reward-names.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { LevelIcon } from '#ui/level-icon.tsx';
import { Notice } from '#ui/notice.tsx';
import { UNKNOWN_PROFILE } from './unknown-profile.ts';

const RING = 76;
/** Telegram's own bot. */
const PREMIUM = 'https://t.me/premium';

export function ProfileHead({ profile }: { readonly profile: DeviceProfile | null }) {
  const { t } = useTranslation(['profile', 'levels']);
  const { user } = useHost();
  const { level, points } = profile ?? UNKNOWN_PROFILE;
  const total = totalOf(points);
  const { to, fraction } = levelProgress(level, total);
  const next =
    to === null || level === MAX_LEVEL
      ? t('topLevel')
      : t('toNext', {
          points: pointsFull(to - total),
          name: t(levelNameKey(level + 1)),
        });
  return (
    <>
      <section className="profile-head">
        {profile === null ? (
          <span className="profile-ring" style={{ width: RING, height: RING }} />
        ) : (
          <div
            role="progressbar"
            aria-label={t('levelProgress')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.floor(fraction * 100)}
            aria-valuetext={next}
          >
            <LevelIcon level={level} size={RING} progress={fraction} />
          </div>
        )}
        <div className="profile-who">
          <h2 className="profile-name">
            {user?.isPremium ? <PremiumName name={user.firstName} /> : user?.firstName}
            {!user?.isPremium && <BuyPremium />}
          </h2>
          {user?.username && <p className="sub">@{user.username}</p>}
          {/* Keeps their place until they are known. */}
          <div className={profile === null ? 'profile-unknown' : undefined}>
            <p className="sub">{t('level', { name: t(levelNameKey(level)), level })}</p>
            <p className="sub">{next}</p>
          </div>
        </div>
      </section>
      {!user?.username && <Notice>{t('noUsername')}</Notice>}
    </>
  );
}

/** A word joiner keeps the star beside the end of the name. */
function PremiumName({ name }: { readonly name: string }) {
  const { t } = useTranslation('profile');
  return (
    <span>
      {name}
      {'\u2060'}
      <Star
        className="profile-star rich"
        size={22}
        strokeWidth={1}
        fill="currentColor"
        role="img"
        aria-label={t('premium')}
      />
    </span>
  );
}

function BuyPremium() {
  const { t } = useTranslation('profile');
  const host = useHost();
  return (
    <button type="button" className="profile-premium" onClick={() => host.openTelegramLink(PREMIUM)}>
      <Star size={18} />
      {t('getPremium')}
    </button>
  );
}
