/**
 * Which branches of the simulated code are taken, and how often. V8 counts the blocks, and the syntax tree
 * locates the branches. Types are stripped in place, so offsets match the source files.
 */
import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import type { Path, Reached } from './paths.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The code that the simulation covers. */
export const SUBJECTS = [
  'src/core/points',
  'src/device/store',
  'src/device/sync',
  'api/ledger',
  'api/credits',
  'api/referrals',
  'api/transfer',
  'api/deployments/durable-objects',
] as const;

/** Branches by file: the offset and the number of times taken. */
export type Coverage = Record<string, Record<number, number>>;

/** Statements whose counts stand for a rare path, by the text at their start. */
const MARKED: readonly { readonly path: Path; readonly file: string; readonly after: string }[] = [
  {
    path: 'an answer of another deletion generation was dropped',
    file: 'src/device/store/outbox.ts',
    after: 'if (facts.generation !== context.generation) ',
  },
  {
    path: 'a refused batch was halved',
    file: 'src/device/sync/send-records.ts',
    after: 'if (part.length > 1) ',
  },
];

export interface Counting {
  take(): Promise<Coverage>;
}

/** Call before the code is loaded: V8 counts blocks only in code compiled afterwards. */
export async function startCounting(): Promise<Counting> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async take() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      return Object.fromEntries(result.map(coverageOf).filter((one) => one !== null));
    },
  };
}

function coverageOf({ url, functions }: Profiler.ScriptCoverage): [string, Record<number, number>] | null {
  if (!url.startsWith('file:')) return null;
  const file = relative(ROOT, fileURLToPath(url));
  if (!SUBJECTS.some((subject) => file.startsWith(`${subject}/`))) return null;
  const ranges = functions.flatMap((one) => one.ranges);
  const text = readFileSync(fileURLToPath(url), 'utf8');
  return [file, Object.fromEntries(branchesOf(text).map((offset) => [offset, countAt(ranges, offset)]))];
}

/** The count of the smallest block around an offset. */
function countAt(ranges: readonly Profiler.CoverageRange[], offset: number): number {
  let smallest: Profiler.CoverageRange | null = null;
  for (const range of ranges) {
    if (range.startOffset > offset || range.endOffset <= offset) continue;
    if (smallest === null || size(range) <= size(smallest)) smallest = range;
  }
  return smallest?.count ?? 0;
}

const size = ({ startOffset, endOffset }: Profiler.CoverageRange) => endOffset - startOffset;

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
}

/** Offsets of the branches of `if`, `?:`, `&&`, `||`, `??`, `switch` and `catch`. */
function branchesOf(text: string): number[] {
  const offsets: number[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) {
      offsets.push(...alternatives(value).map(({ start }) => start));
      for (const part of Object.values(value)) visit(part);
    }
  };
  visit(parseAst(text, { lang: 'ts' }));
  return offsets;
}

function alternatives(node: SyntaxNode): SyntaxNode[] {
  const part = (name: string) => {
    const value = (node as unknown as Record<string, unknown>)[name];
    return isNode(value) ? [value] : [];
  };
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return [...part('consequent'), ...part('alternate')];
    case 'LogicalExpression':
      return part('right');
    case 'SwitchCase':
      return [node];
    case 'CatchClause':
      return part('body');
    default:
      return [];
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}

export function addCoverage(sum: Coverage, more: Coverage): void {
  for (const [file, branches] of Object.entries(more)) {
    const known = sum[file] ?? {};
    sum[file] = known;
    for (const [offset, count] of Object.entries(branches)) {
      known[Number(offset)] = (known[Number(offset)] ?? 0) + count;
    }
  }
}

/** The rare paths visible in the branches taken. Throws if a statement no longer exists. */
export function reachedIn(coverage: Coverage): Reached {
  const reached: Reached = {};
  for (const { path, file, after } of MARKED) {
    const text = readFileSync(`${ROOT}/${file}`, 'utf8');
    const offsets = endsOf(text, after);
    if (offsets.length === 0) throw new Error(`${file} has no '${after}'`);
    const counts = offsets.map((offset) => coverage[file]?.[offset] ?? 0);
    reached[path] = counts.reduce((sum, count) => sum + count, 0);
  }
  return reached;
}

function endsOf(text: string, part: string): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) ends.push(at + part.length);
  return ends;
}

/** One line per subject: how many of its branches were taken. */
export function coverageLines(coverage: Coverage): string[] {
  return SUBJECTS.map((subject) => {
    const counts = Object.entries(coverage)
      .filter(([file]) => file.startsWith(`${subject}/`))
      .flatMap(([, branches]) => Object.values(branches));
    const taken = counts.filter((count) => count > 0).length;
    const share = counts.length === 0 ? 0 : (100 * taken) / counts.length;
    return `branches  ${subject.padEnd(16)} ${taken} of ${counts.length} (${share.toFixed(0)} %)`;
  }).filter((line) => !line.includes(' 0 of 0 '));
}
