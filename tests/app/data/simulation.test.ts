/** That the simulation replays a seed exactly, and that it notices deliberate mistakes: it can fail. */
import { describe, expect, test } from 'vitest';
import {
  answersBeforeCommit,
  believesRestoredServer,
  creditsTwice,
  editedProjection,
  forgetsFirstLaunch,
  forgetsUnanswered,
  newIdPerRetry,
  recordsWithoutOutbox,
} from '#tests/simulation/breakages.ts';
import { type Breakage, runSeed } from '#tests/simulation/run-seed.ts';

const SEEDS = 60;

test('some seeds run clean', { timeout: 60_000 }, async () => {
  for (let seed = 1; seed <= 25; seed++) {
    expect(await runSeed(seed)).toMatchObject({ seed, violations: [] });
  }
});

test('a seed replays to the same fingerprint, and another seed to another', { timeout: 60_000 }, async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const once = await runSeed(seed);
    const again = await runSeed(seed);
    expect(again).toEqual(once);
    expect((await runSeed(seed + 1)).fingerprint).not.toBe(once.fingerprint);
  }
});

describe('a mistake is noticed, and its seed fails the same way again:', () => {
  const mistakes: readonly (readonly [string, () => Breakage])[] = [
    ['a record leaves the outbox before it is answered', forgetsUnanswered],
    ['a record and its outbox entry are not one transaction', recordsWithoutOutbox],
    ['a restored server is believed', believesRestoredServer],
    ['the first launch data are not kept', forgetsFirstLaunch],
    ['a record sent again has a new id', newIdPerRetry],
    ['a credit is applied twice', creditsTwice],
    ['the server answers before the commit', answersBeforeCommit],
    ['a projection is edited', editedProjection],
  ];
  test.each(mistakes)('%s', { timeout: 60_000 }, async (_, mistake) => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const result = await runSeed(seed, { breakage: mistake() });
      if (result.violations.length === 0) continue;
      const again = await runSeed(seed, { breakage: mistake() });
      expect(again).toEqual(result);
      return;
    }
    expect.unreachable(`${SEEDS} seeds noticed nothing`);
  });
});
