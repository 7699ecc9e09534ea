/** A badge on the screen: earned, locked, or one that this version does not know. */
import { useId, useMemo } from 'react';
import { badgePicture } from '#core/badge-art/badge.ts';
import type { BadgeFamily } from '#core/points/badges.ts';
import { Drawing } from './drawing.tsx';

export interface BadgeProps {
  /** Absent for a badge that this version does not know. */
  readonly family?: BadgeFamily;
  /** 1 to 20. */
  readonly tier?: number;
  /** Its name for screen readers; omit it if the name is beside the badge. */
  readonly label?: string;
  /** Not earned yet: the shape alone, in hint colour. */
  readonly locked?: boolean;
  /** Width in pixels; the container's width if absent. */
  readonly size?: number;
}

export function Badge({ family, tier = 1, locked = false, ...rest }: BadgeProps) {
  const id = useId();
  const picture = useMemo(
    () => badgePicture({ badge: family === undefined ? null : { family, tier }, isLocked: locked, id }),
    [family, tier, locked, id],
  );
  return <Drawing picture={picture} {...rest} />;
}
