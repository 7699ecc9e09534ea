/**
 * Which branches of the code under simulation are taken, and how often. V8 counts the blocks; where the branches are is
 * read from the syntax tree. Types are stripped in place, so offsets are those of the source files.
 */
import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import type { Path, Reached } from './paths.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What the simulation is about. */
export const SUBJECTS = [
  'src/core/points',
  'src/data/store',
  'src/data/sync',
  'api/ledger',
  'api/exchange',
  'api/moving',
  'api/objects',
] as const;

/** Branches by file, each with its offset in the file and how often it was taken. */
export type Coverage = Record<string, Record<number, number>>;

/** Statements whose counts are those of a rare path, by the text that they begin with. */
const MARKED: readonly { readonly path: Path; readonly file: string; readonly after: string }[] = [
  {
    path: 'an answer of another deletion generation was dropped',
    file: 'src/data/store/outbox.ts',
    after: 'if (facts.generation !== asked.generation) ',
  },
  {
    path: 'a refused batch was halved',
    file: 'src/data/sync/send-records.ts',
    after: 'if (part.length > 1) ',
  },
];

export interface Counting {
  take(): Promise<Coverage>;
}

/** Begin before the code is loaded: V8 counts blocks only of what it compiles from then on. */
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

/** Of the smallest block around an offset. */
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

/** Where the alternatives begin: of `if`, `?:`, `&&`, `||`, `??`, `switch` and `catch`. */
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

/** The rare paths that show in the branches taken. Throws where a statement is not there any more. */
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

/** One line a subject: how many of its branches were taken. */
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
