/** A benchmark's results and their table: one line per figure with its goal, without an overall verdict. */

export interface Figure {
  readonly what: string;
  readonly measured: string;
  /** What it is compared with; absent without a comparison. */
  readonly against?: string;
  readonly ratio?: string;
  /** Least and most of the rounds, with a second pair for what it is compared with. */
  readonly spread?: string;
  readonly goal?: string;
  /** Absent without a goal. */
  readonly met?: boolean;
}

export interface Report {
  readonly figures: readonly Figure[];
  /** What a reader must know to judge the figures, one sentence each. */
  readonly notes?: readonly string[];
}

export interface BenchOptions {
  /** A smaller scale for slow machines, which the figures mention. */
  readonly small: boolean;
}

const COLUMNS = ['what', 'measured', 'against', 'ratio', 'spread', 'goal', 'met'] as const;

/** All figures as one table, then the notes. */
export function formatTable(reports: readonly Report[]): string {
  const rows = [
    [...COLUMNS],
    ...reports.flatMap((report) =>
      report.figures.map(({ what, measured, against, ratio, spread, goal, met }) => [
        what,
        measured,
        against ?? '',
        ratio ?? '',
        spread ?? '',
        goal ?? '',
        met === undefined ? '' : met ? 'yes' : 'NO',
      ]),
    ),
  ];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  const notes = reports.flatMap((report) => report.notes ?? []).map((note) => `- ${note}`);
  return [...lines.map((line) => line.trimEnd()), ...(notes.length > 0 ? ['', ...notes] : []), ''].join('\n');
}

/** `12345.6` as `12,346`; small numbers keep two or three digits. */
export function amount(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** `310–352`, or `310–352 / 290–301` beside another's rounds. */
export function spreadOf(rounds: readonly number[], others?: readonly number[], digits = 0): string {
  const of = (values: readonly number[]) =>
    `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
  return others === undefined ? of(rounds) : `${of(rounds)} / ${of(others)}`;
}
