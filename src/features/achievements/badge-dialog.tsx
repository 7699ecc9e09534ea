/** One badge by itself: large, what it is for, and when it came or how far it is. */
import type { ReactNode } from 'react';
import { BADGE_TIERS, type BadgeFamily, readBadge } from '#core/points/badges.ts';
import { dayOfYear } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Badge, UnknownBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { amountText } from './amounts.ts';
import { Progress } from './badge-tile.tsx';

export interface ShownBadge {
  readonly id: string;
  /** When it was earned; null while it is not. */
  readonly at: number | null;
  /** What the user has of what it asks for; null where nobody knows. */
  readonly current: number | null;
}

export function BadgeDialog({
  shown,
  tokenOf,
  onClose,
}: {
  readonly shown: ShownBadge | null;
  /** What is said of an earned badge as a token. */
  readonly tokenOf: (badgeId: string) => ReactNode;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['achievements', 'levels', 'common']);
  const badge = shown === null ? null : readBadge(shown.id);
  const token = shown?.at == null || badge === null ? null : tokenOf(shown.id);
  const title = badge === null ? t('unknownBadge') : t(`levels:badges.${badge.family}`, { tier: badge.tier });
  return (
    <Dialog
      open={shown !== null}
      title={title}
      onClose={onClose}
      actions={
        <Button variant={token === null ? 'primary' : 'quiet'} onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      {shown !== null && (
        <div className="badge-detail">
          {badge === null ? (
            <UnknownBadge size={168} />
          ) : (
            <Badge {...badge} locked={shown.at === null} size={168} />
          )}
          <p>{badge === null ? t('unknownWhy') : goal(badge.family, badge.tier)}</p>
          {shown.at !== null && <p className="sub">{t('earnedOn', { day: dayOfYear(shown.at) })}</p>}
          {token}
          {shown.at === null && badge !== null && shown.current !== null && (
            <HowFar family={badge.family} current={shown.current} bound={boundOf(badge.family, badge.tier)} />
          )}
        </div>
      )}
    </Dialog>
  );

  function goal(family: BadgeFamily, tier: number): string {
    const bound = boundOf(family, tier);
    const amount = amountText(family, bound);
    // Invited friends and days are counted in words; an iRICH is not.
    return family === 'chain' ? t('goal.chain', { amount }) : t(`goal.${family}`, { count: bound, amount });
  }
}

function HowFar({
  family,
  current,
  bound,
}: {
  readonly family: BadgeFamily;
  readonly current: number;
  readonly bound: number;
}) {
  const { t } = useTranslation('achievements');
  return (
    <>
      <Progress current={current} bound={bound} />
      <p className="sub">
        {t('progress', { current: amountText(family, current), bound: amountText(family, bound) })}
      </p>
    </>
  );
}

function boundOf(family: BadgeFamily, tier: number): number {
  return BADGE_TIERS[family][tier - 1] ?? 0;
}
