/** One badge in a grid: its picture and name, and its date or progress. A tap shows details. */
import type { ReactNode } from 'react';
import type { BadgeName } from '#core/points/badges.ts';
import { useBadgeName } from '#i18n/reward-names.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Badge } from '#ui/badge.tsx';

export interface BadgeTileProps {
  /** Null for a badge that this version does not know. */
  readonly badge: BadgeName | null;
  readonly isLocked?: boolean;
  /** Under the name. */
  readonly detail: ReactNode;
  /** Below the button. */
  readonly mark?: ReactNode;
  readonly onOpen: () => void;
}

export function BadgeTile({ badge, isLocked = false, detail, mark, onOpen }: BadgeTileProps) {
  const { t } = useTranslation('achievements');
  return (
    <li className="badge-place">
      <button type="button" className="badge-tile" aria-haspopup="dialog" onClick={onOpen}>
        <Badge {...badge} locked={isLocked} />
        <b>{useBadgeName(badge)}</b>
        {isLocked && <span className="visually-hidden">{t('locked')}</span>}
        {detail}
      </button>
      {mark}
    </li>
  );
}

/** @param props.fraction from 0 to 1. */
export function Progress({ fraction }: { readonly fraction: number }) {
  return (
    <span className="badge-progress" aria-hidden="true">
      <span style={{ inlineSize: `${fraction * 100}%` }} />
    </span>
  );
}
