/** One friend, and a placeholder for one who is still being fetched. */
import { Star } from 'lucide-react';
import { memo } from 'react';
import { pointsTwoDecimals } from '#core/points/format.ts';
import type { Referral } from '#device/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { levelNameKey } from '#i18n/reward-names.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { LevelIcon } from '#ui/level-icon.tsx';
import { Row } from '#ui/row.tsx';

const ICON = 40;

export const FriendRow = memo(function FriendRow({ friend }: { readonly friend: Referral }) {
  const { t } = useTranslation(['referrals', 'levels']);
  const { level } = friend;
  return (
    <Row
      className="friend"
      icon={<LevelIcon level={level} size={ICON} />}
      label={
        <span className="friend-name">
          <span>{friend.username === null ? t('noName') : `@${friend.username}`}</span>
          {friend.isPremium && (
            <Star
              className="rich"
              size={16}
              strokeWidth={1}
              fill="currentColor"
              role="img"
              aria-label={t('premiumUser')}
            />
          )}
        </span>
      }
      detail={t('level', { name: t(levelNameKey(level)), level })}
      value={
        <span className="rich">
          {pointsTwoDecimals(friend.total, shownLanguage())}
          <span className="visually-hidden"> iRICH</span>
        </span>
      }
    />
  );
});

/** The size of a real row. */
export function ComingRow() {
  return (
    <Row
      className="friend friend-coming"
      icon={<span className="coming-icon" style={{ width: ICON, height: ICON }} />}
      label={<span className="coming-text">{'\u00a0'}</span>}
      detail={<span className="coming-text coming-short">{'\u00a0'}</span>}
    />
  );
}
