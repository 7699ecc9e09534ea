/** One badge in detail: a large picture, its goal, and its date or progress. */
import type { ReactNode } from 'react';
import { readBadge } from '#core/points/badges.ts';
import { useBadgeName } from '#i18n/reward-names.ts';
import { shownDate } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ShareBadge } from './share-badge.tsx';
import { TierProgress } from './tier-progress.tsx';
import { useBadgeGoal } from './use-badge-goal.ts';

export interface ShownBadge {
  readonly id: string;
  /** When it was earned; null if it is not. */
  readonly at: number | null;
  /** The user's current amount toward it; null while unknown. */
  readonly current: number | null;
}

export function BadgeDialog({
  shown,
  tokenOf,
  onClose,
}: {
  readonly shown: ShownBadge | null;
  /** The token part for an earned badge. */
  readonly tokenOf: (badgeId: string) => ReactNode;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['achievements', 'common']);
  const goalOf = useBadgeGoal();
  const badge = shown === null ? null : readBadge(shown.id);
  const day = shown?.at == null ? null : t('earnedOn', { day: shownDate(shown.at, 'day') });
  const token = shown?.at == null || badge === null ? null : tokenOf(shown.id);
  return (
    <Dialog
      open={shown !== null}
      title={useBadgeName(badge)}
      onClose={onClose}
      actions={
        <Button variant="quiet" onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      {shown !== null && (
        <div className="badge-detail">
          <Badge {...badge} locked={shown.at === null} size={168} />
          <p>{badge === null ? t('unknownWhy') : goalOf(badge)}</p>
          {day !== null && <p className="sub">{day}</p>}
          {day !== null && <ShareBadge badgeId={shown.id} day={day} />}
          {token}
          {shown.at === null && badge !== null && shown.current !== null && (
            <TierProgress badge={badge} current={shown.current} />
          )}
        </div>
      )}
    </Dialog>
  );
}
