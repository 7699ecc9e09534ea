/** The three badges that are nearest, each with the way from the tier below. A tap shows details. */
import { useTranslation } from '#i18n/use-translation.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { RowContent } from '#ui/row.tsx';
import type { ShownBadge } from './badge-dialog.tsx';
import { type FamilyStanding, nextBadges } from './families.ts';
import { TierProgress } from './tier-progress.tsx';
import { useBadgeGoal } from './use-badge-goal.ts';

export interface NextBadgesProps {
  readonly standings: readonly FamilyStanding[];
  readonly onOpen: (badge: ShownBadge) => void;
}

export function NextBadges({ standings, onOpen }: NextBadgesProps) {
  const { t } = useTranslation('achievements');
  const goalOf = useBadgeGoal();
  const next = nextBadges(standings, 3);
  if (next.length === 0) return null;
  return (
    <Card rows title={t('next')}>
      <ul>
        {next.map(({ id, current, ...badge }) => (
          <li key={id}>
            <button
              type="button"
              className="row"
              aria-haspopup="dialog"
              onClick={() => onOpen({ id, at: null, current })}
            >
              <RowContent
                icon={<Badge {...badge} size={52} />}
                label={<b className="next-goal">{goalOf(badge)}</b>}
                detail={<TierProgress badge={badge} current={current} />}
              />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
