/** The line of a chart out of the days of a log, thinned out so that thousands of days stay a small drawing. */

export interface Point {
  /** 0 to 1: from the first day to the last. */
  readonly x: number;
  /** 0 to 1: from nothing to the highest value. */
  readonly y: number;
}

const MOST_POINTS = 240;

/** @param values as many as days, none negative. @param days YYYY-MM-DD, in order */
export function growthLine(days: readonly string[], values: readonly number[]): Point[] {
  const times = days.map((day) => Date.parse(`${day}T00:00:00Z`));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const most = values.reduce((highest, value) => Math.max(highest, value), 0);
  const step = Math.max(1, (days.length - 1) / (MOST_POINTS - 1));
  const points: Point[] = [];
  for (let at = 0; Math.round(at) < days.length; at += step) {
    const index = Math.round(at);
    points.push({
      x: last === first ? 0 : ((times[index] ?? first) - first) / (last - first),
      y: most === 0 ? 0 : (values[index] ?? 0) / most,
    });
  }
  return points;
}

/** Data of an SVG path in a box of this size, and of the area under it. */
export function pathOf(points: readonly Point[], width: number, height: number) {
  const at = ({ x, y }: Point) => `${(x * width).toFixed(1)} ${((1 - y) * height).toFixed(1)}`;
  const line = `M${points.map(at).join('L')}`;
  return { line, area: `${line}L${width} ${height}L0 ${height}Z` };
}
