/** The balance over the days as points of a line, for pictures only. */
import type { StakingResult } from '#core/calculators/staking.ts';

const POINTS = 80;

export interface CurvePoint {
  readonly day: number;
  readonly balance: number;
}

/** At most POINTS + 1 points, including the first and last day. */
export function curvePoints({ rows }: StakingResult): CurvePoint[] {
  const count = Math.min(rows.length, POINTS);
  const points: CurvePoint[] = [];
  for (let step = 0; step <= count; step++) {
    const day = Math.round((rows.length * step) / count);
    const row = rows.between(Math.max(1, day), Math.max(1, day))[0];
    if (row !== undefined) points.push({ day, balance: (day === 0 ? row.start : row.end).toNumber() });
  }
  return points;
}
