/** The newest badges, with a link to all of them. */
import { Link } from '@tanstack/react-router';
import { ALL_BADGES, readBadge } from '#core/points/badges.ts';
import type { DeviceProfile } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Badge } from '#ui/badge.tsx';

const SHOWN = 4;

export function BadgesCard({ profile }: { readonly profile: DeviceProfile }) {
  const { t } = useTranslation(['profile', 'levels']);
  const newest = profile.badges
    .toReversed()
    .map(({ id }) => readBadge(id))
    .filter((badge) => badge !== null)
    .slice(0, SHOWN);
  return (
    <Link to="/achievements" className="card badges-card">
      <div className="card-head">
        <h2 className="card-title">{t('badges')}</h2>
        <span className="sub">
          {t('badgesCount', { count: profile.badges.length, all: ALL_BADGES })}{' '}
          <span aria-hidden="true">›</span>
        </span>
      </div>
      {newest.length > 0 && (
        <span className="badges-row">
          {newest.map(({ family, tier }) => (
            <Badge
              key={`${family}${tier}`}
              family={family}
              tier={tier}
              label={t(`levels:badges.${family}`, { tier })}
            />
          ))}
        </span>
      )}
      <span className="sub">{newest.length > 0 ? t('badgesHint') : t('badgesEmpty')}</span>
    </Link>
  );
}
