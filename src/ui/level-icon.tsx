/** A level on the screen: its picture, with the progress to the next level as a ring. */
import { useId, useMemo } from 'react';
import { levelPicture } from '#core/badge-art/level.ts';
import { Drawing } from './drawing.tsx';

export interface LevelIconProps {
  /** 1 to 20. */
  readonly level: number;
  readonly size: number;
  /** From 0 to 1; no ring if absent. */
  readonly progress?: number;
}

const RADIUS = 34;
const RING = 2 * Math.PI * RADIUS;

export function LevelIcon({ level, progress, ...rest }: LevelIconProps) {
  const id = useId();
  const plain = useMemo(() => levelPicture(level, id), [level, id]);
  if (progress === undefined) return <Drawing picture={plain} {...rest} />;
  return (
    <Drawing picture={{ ...plain, box: [-38, -38, 76, 76] }} {...rest}>
      <g fill="none" strokeWidth="5" transform="rotate(-90)">
        <circle r={RADIUS} stroke="var(--line)" />
        {progress > 0 && (
          <circle
            r={RADIUS}
            stroke="var(--rich-1)"
            strokeLinecap="round"
            strokeDasharray={RING}
            strokeDashoffset={RING * (1 - Math.max(progress, 0.004))}
          />
        )}
      </g>
    </Drawing>
  );
}
