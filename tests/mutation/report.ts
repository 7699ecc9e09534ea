/** The result of a mutation run as text. */
import type { MutantResult } from '@stryker-mutator/api/core';

const COLUMNS = ['file', 'score', 'killed', 'timeout', 'survived', 'no test', 'invalid'] as const;

/**
 * One row per file with its score (killed and timed out, of all but the invalid), then one line per surviving
 * mutant.
 * @param shorten absolute path to path inside the project.
 */
export function formatReport(mutants: readonly MutantResult[], shorten: (path: string) => string): string {
  const files = [...new Set(mutants.map(({ fileName }) => fileName))].sort();
  const rows = files.map((file) =>
    rowOf(
      shorten(file),
      mutants.filter(({ fileName }) => fileName === file),
    ),
  );
  const table = [[...COLUMNS], ...rows, ...(rows.length > 1 ? [rowOf('all', mutants)] : [])];
  const widths = COLUMNS.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
  const left = mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map((mutant) => {
      const { line, column } = mutant.location.start;
      const replacement = (mutant.replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100);
      const untested = mutant.status === 'NoCoverage' ? ' (no test)' : '';
      return `${shorten(mutant.fileName)}:${line}:${column} ${mutant.mutatorName} → ${replacement}${untested}`;
    });
  return `\n${[...lines, ...(left.length > 0 ? ['', ...left] : [])].join('\n')}\n`;
}

function rowOf(name: string, mutants: readonly MutantResult[]): string[] {
  const count = (...statuses: readonly string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const dead = count('Killed', 'Timeout');
  const alive = count('Survived', 'NoCoverage');
  const score = dead + alive === 0 ? '–' : `${((100 * dead) / (dead + alive)).toFixed(1)} %`;
  return [
    name,
    score,
    `${count('Killed')}`,
    `${count('Timeout')}`,
    `${count('Survived')}`,
    `${count('NoCoverage')}`,
    `${count('CompileError', 'RuntimeError')}`,
  ];
}
