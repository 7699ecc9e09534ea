/** Which tests judge the mutants of a file. */
import { globSync } from 'node:fs';

/** Places with tests of their own, so that their score does not depend on distant tests. */
const PLACES: readonly (readonly [place: string, tests: readonly string[]])[] = [
  ['src/core/calculators', ['tests/core/calculators/**/*.test.ts']],
  ['src/core/points', ['tests/core/points/**/*.test.ts']],
  ['src/core/market', ['tests/core/market/**/*.test.ts']],
  ['src/data/store/referrals.ts', ['tests/app/data/friends.test.ts', 'tests/app/people/referrals.test.ts']],
  ['src/data', ['tests/app/data/**/*.test.ts']],
  ['worker', ['tests/app/worker/**/*.test.ts']],
  ['api/ledger/admission.ts', ['tests/api/ledger/admission.test.ts', 'tests/api/routes/admission.test.ts']],
  ['api/ledger', ['tests/api/ledger.test.ts', 'tests/api/ledger/**/*.test.ts']],
];

/** A run takes seconds to a minute per mutant, or runs the code in processes without the mutant: mutants have to die without. */
const SLOW = [
  'tests/api/ledger/long-ledgers.test.ts',
  'tests/api/ledger/parallel-audit.test.ts',
  'tests/api/ledger/processes.test.ts',
  'tests/app/data/simulation.test.ts',
];

/** Null where a file has no tests of its own: every test that imports it judges it then. */
export function testFilesFor(file: string): string[] | null {
  const [, patterns] = PLACES.find(([place]) => `${file}/`.startsWith(`${place}/`)) ?? [null, null];
  return patterns && globSync(patterns, { exclude: SLOW }).sort();
}

/** Whether imports lead from the tests to the file: the service worker has other types, and is imported by name. */
export function hasRelated(file: string): boolean {
  return !file.startsWith('worker/');
}
