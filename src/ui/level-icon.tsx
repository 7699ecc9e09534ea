/** A level, drawn from its number: a round plate in the tier's gradient, with the way to the next level as a ring. */
import { useId } from 'react';
import { TierGradient, tierGlyph } from './tiers.tsx';

export interface LevelIconProps {
  /** 1 to 20. */
  readonly level: number;
  readonly size: number;
  /** From 0 to 1; no ring where left out. */
  readonly progress?: number;
  readonly label?: string;
}

const RING = 2 * Math.PI * 34;

export function LevelIcon({ level, size, progress, label }: LevelIconProps) {
  const id = useId();
  const chevrons = 1 + ((level - 1) % 3);
  return (
    <svg
      viewBox={progress === undefined ? '12 12 52 52' : '0 0 76 76'}
      width={size}
      height={size}
      role="img"
      aria-label={label ?? ''}
      aria-hidden={label === undefined}
    >
      <defs>
        <TierGradient id={`${id}rim`} tier={level} flip />
        <TierGradient id={`${id}face`} tier={level} />
      </defs>
      {progress !== undefined && (
        <g fill="none" strokeWidth="5" transform="rotate(-90 38 38)">
          <circle cx="38" cy="38" r="34" stroke="var(--line)" />
          {progress > 0 && (
            <circle
              cx="38"
              cy="38"
              r="34"
              stroke="var(--rich-1)"
              strokeLinecap="round"
              strokeDasharray={RING}
              strokeDashoffset={RING * (1 - Math.max(progress, 0.004))}
            />
          )}
        </g>
      )}
      <circle cx="38" cy="38" r="26" fill={`url(#${id}rim)`} />
      <circle cx="38" cy="38" r="23.5" fill={`url(#${id}face)`} />
      <g
        fill="none"
        stroke={tierGlyph(level, false)}
        strokeWidth="3.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {Array.from({ length: chevrons }, (_, i) => 38 + (chevrons - 1) * 4 - i * 8).map((y) => (
          <path key={y} d={`M27.5 ${y + 4}L38 ${y - 4}l10.5 8`} />
        ))}
      </g>
    </svg>
  );
}
