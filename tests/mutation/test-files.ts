/** Which tests judge the mutants of a file. */
import { globSync } from 'node:fs';

/** Places with tests of their own, so that their score does not depend on distant tests. */
const PLACES: readonly (readonly [place: string, tests: readonly string[]])[] = [
  ['src/core/calculators', ['tests/core/calculators/**/*.test.ts']],
  ['src/core/points', ['tests/core/points/**/*.test.ts']],
  ['src/core/market', ['tests/core/market/**/*.test.ts']],
  [
    'src/device/store/referrals.ts',
    ['tests/device/friends.test.ts', 'tests/features/referrals/referrals.test.ts'],
  ],
  ['src/device', ['tests/device/**/*.test.ts']],
  ['worker', ['tests/worker/**/*.test.ts']],
  ['api/ledger/admission.ts', ['tests/api/ledger/admission.test.ts']],
  ['api/ledger/clock-steps.ts', ['tests/api/ledger/clock-*.test.ts']],
  ['api/ledger/credit-secret.ts', ['tests/api/ledger/credit-secret-kept.test.ts']],
  ['api/ledger/schema-check.ts', ['tests/api/ledger/attacks.test.ts', 'tests/api/ledger/findings.test.ts']],
  // Tests left out run programs, which are not the mutated code, or thousands of events.
  [
    'api/ledger',
    [
      'tests/api/ledger/ledger.test.ts',
      'tests/api/ledger/!(command-line|credit-secret|long-ledgers|parallel-audit|processes).test.ts',
    ],
  ],
];

/** A run takes a minute per mutant, so mutants have to die without it. */
const SLOW = ['tests/device/simulation.test.ts'];

/** Null if a file has no tests of its own; then every test that imports it judges it. */
export function testFilesFor(file: string): string[] | null {
  const [, patterns] = PLACES.find(([place]) => `${file}/`.startsWith(`${place}/`)) ?? [null, null];
  return patterns && globSync(patterns, { exclude: SLOW }).sort();
}

/** Whether imports lead from the tests to the file. The service worker has other types and is imported by name. */
export function hasRelated(file: string): boolean {
  return !file.startsWith('worker/');
}
