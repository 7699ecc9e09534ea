/** Finds every regular expression in the sources, and measures how a reader's time grows with its text. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface FoundExpression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

export interface FoundExpressions {
  readonly literals: readonly FoundExpression[];
  /** How often a file calls `RegExp`, whose result only shows when the file runs. */
  readonly constructed: ReadonlyMap<string, number>;
}

/** Tracked and new sources in these folders. */
export function findExpressions(folders: readonly string[]): FoundExpressions {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...folders],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const files = listed.split('\0').filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
  const literals: FoundExpression[] = [];
  const constructed = new Map<string, number>();
  for (const file of files) {
    const text = textOf(file);
    if (text === null) continue;
    const { program, errors } = parseSync(file, text);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
    visit(program, (node) => {
      const { type, regex, callee } = node as Partial<ExpressionNode>;
      if (type === 'Literal' && regex !== undefined)
        literals.push({ file, source: regex.pattern, flags: regex.flags });
      if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp')
        constructed.set(file, (constructed.get(file) ?? 0) + 1);
    });
  }
  return { literals, constructed };
}

interface ExpressionNode {
  readonly type: string;
  readonly regex: { readonly pattern: string; readonly flags: string };
  readonly callee: { readonly name?: string };
}

function visit(node: unknown, look: (node: object) => void): void {
  if (typeof node !== 'object' || node === null) return;
  look(node);
  for (const child of Object.values(node)) visit(child, look);
}

/** Null if git lists the file and it was just deleted. */
function textOf(file: string): string | null {
  try {
    return readFileSync(join(ROOT, file), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Letters of each kind that expressions match. */
const KINDS = ' \t\n\r,;.:/\\-_=+"\'`<>{}()[]*%@~$&?!#0179aAzZ\0é\u00a0\u200b';
/** Long enough to show exponential growth, short enough to finish. */
const SHORT_LENGTH = 20;
const BASE_LENGTH = 1_000;
/** A full-length text that takes less than this is fast enough, milliseconds of CPU time. */
const FAST_MS = 8;
/** A text that takes this long needs no comparison, milliseconds of CPU time. */
const HOPELESS_MS = 250;
/** How much longer a text four times as long may take: linear is 4, quadratic 16. */
const MOST_GROWTH = 9;

/**
 * Makers of texts that exercise all paths of a backtracking reader: letters and pairs repeated, with a mismatch
 * at the end.
 */
export function attacks(ownLetters = ''): ((length: number) => string)[] {
  const own = [...new Set(ownLetters)].slice(0, 12);
  return [
    ...[...new Set(ownLetters + KINDS)].flatMap((letter) => [
      (length: number) => letter.repeat(length),
      (length: number) => `a${letter.repeat(length)}b`,
      (length: number) => `${letter.repeat(length)}\n`,
      (length: number) => `/${letter.repeat(length)}//b`,
    ]),
    ...own.flatMap((one) =>
      own.filter((two) => two !== one).map((two) => (length: number) => (one + two).repeat(length / 2)),
    ),
  ];
}

/**
 * Compares a reader's CPU time for texts of 1, 4 and 16 times a base length: true if one attack costs more than its length
 * explains. A suspicion is measured again, more often, since the rest of the machine can only make a reader look slower.
 * Where CPU time is counted in coarse ticks, a comparison may miss, so 64 times the length must not be hopeless.
 */
export function growsTooFast(read: (text: string) => unknown, ownLetters = ''): boolean {
  return attacks(ownLetters).some(
    (make) =>
      [SHORT_LENGTH, BASE_LENGTH, 4 * BASE_LENGTH, 16 * BASE_LENGTH].some((length) =>
        [1, 3, 9].every((times) => isTooSlow(read, make, length, times)),
      ) || [1, 3].every((times) => bestCpuMs(read, make(64 * BASE_LENGTH), times) > HOPELESS_MS),
  );
}

function isTooSlow(
  read: (text: string) => unknown,
  make: (length: number) => string,
  length: number,
  times: number,
): boolean {
  const ms = bestCpuMs(read, make(length), times);
  if (ms < FAST_MS) return false;
  // More often than the long text: a pause while the short one is read would hide the growth.
  const shortMs = bestCpuMs(read, make(length / 4), 4 * times);
  return ms > HOPELESS_MS || ms / Math.max(shortMs, 0.01) > MOST_GROWTH;
}

function bestCpuMs(read: (text: string) => unknown, text: string, times: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < times; turn += 1) {
    const before = process.threadCpuUsage();
    read(text);
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
