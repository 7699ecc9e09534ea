/** One badge in a grid: its picture and name, and its date or progress. A tap shows details. */
import type { ReactNode } from 'react';
import type { BadgeName } from '#core/points/badges.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Badge, UnknownBadge } from '#ui/badge.tsx';

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
  const { t } = useTranslation(['achievements', 'levels']);
  return (
    <li className="badge-place">
      <button type="button" className="badge-tile" aria-haspopup="dialog" onClick={onOpen}>
        {badge === null ? <UnknownBadge /> : <Badge {...badge} locked={isLocked} />}
        <b>{badgeName(badge)}</b>
        {isLocked && <span className="visually-hidden">{t('locked')}</span>}
        {detail}
      </button>
      {mark}
    </li>
  );

  function badgeName(name: BadgeName | null): string {
    return name === null ? t('unknownBadge') : t(`levels:badges.${name.family}`, { tier: name.tier });
  }
}

/** @param props.fraction from 0 to 1. */
export function Progress({ fraction }: { readonly fraction: number }) {
  return (
    <span className="badge-progress" aria-hidden="true">
      <span style={{ inlineSize: `${fraction * 100}%` }} />
    </span>
  );
}
