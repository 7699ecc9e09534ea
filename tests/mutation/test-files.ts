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
  ['api/ledger/admission.ts', ['tests/api/ledger/admission.test.ts']],
  ['api/ledger/clock-steps.ts', ['tests/api/ledger/clock-*.test.ts']],
  ['api/ledger/credit-secret.ts', ['tests/api/ledger/credit-secret-kept.test.ts']],
  ['api/ledger/schema-check.ts', ['tests/api/ledger/attacks.test.ts', 'tests/api/ledger/findings.test.ts']],
  // Those left out run programs, which are not the code under mutation, or thousands of events.
  [
    'api/ledger',
    [
      'tests/api/ledger.test.ts',
      'tests/api/ledger/!(command-line|credit-secret|long-ledgers|parallel-audit|processes).test.ts',
    ],
  ],
];

/** A run takes a minute per mutant: mutants have to die without it. */
const SLOW = ['tests/app/data/simulation.test.ts'];

/** Null where a file has no tests of its own: every test that imports it judges it then. */
export function testFilesFor(file: string): string[] | null {
  const [, patterns] = PLACES.find(([place]) => `${file}/`.startsWith(`${place}/`)) ?? [null, null];
  return patterns && globSync(patterns, { exclude: SLOW }).sort();
}

/** Whether imports lead from the tests to the file: the service worker has other types, and is imported by name. */
export function hasRelated(file: string): boolean {
  return !file.startsWith('worker/');
}
