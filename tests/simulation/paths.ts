/** The rare paths that a run has to reach, since it proves nothing about others. */

/** Each is counted where it happens. */
export const PATHS = [
  'a commit failed with events in it',
  'a ledger was read in several chunks',
  'the accounts of another version were rebuilt',
  'an event was appended during a rebuild',
  'a ledger with unknown events was left alone',
  'erased inputs came with a transferred ledger',
  'a transfer was interrupted and repeated',
  'a transfer found an earlier copy',
  'an answer of another deletion generation was dropped',
  'a refused batch was halved',
  'the server asked for a pause',
  'an app ended a pause that was longer than it waits',
  'a record was held back until the next day',
  'two phones edited one field',
] as const;

export type Path = (typeof PATHS)[number];

export type Reached = Partial<Record<Path, number>>;

export type Reach = (path: Path) => void;

/** Paths that only a machine has: each object rebuilds its own row, and restores and transfers concern machines. */
const MACHINE_ONLY: readonly Path[] = [
  'an event was appended during a rebuild',
  'a ledger with unknown events was left alone',
  'erased inputs came with a transferred ledger',
  'a transfer was interrupted and repeated',
  'a transfer found an earlier copy',
];

export function pathsOf(deployment: 'machine' | 'objects'): readonly Path[] {
  return deployment === 'machine' ? PATHS : PATHS.filter((path) => !MACHINE_ONLY.includes(path));
}

export function addReached(sum: Reached, more: Reached): void {
  for (const path of PATHS) {
    const count = more[path];
    if (count !== undefined) sum[path] = (sum[path] ?? 0) + count;
  }
}
