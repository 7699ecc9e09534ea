import { expect, it } from 'vitest';
import type { TradeOutcome } from '#core/journal/outcome.ts';
import { outcomeWriter } from '#features/history/outcome-writer.ts';

type Change = Partial<TradeOutcome>;

it('writes at once, one at a time, and what came meanwhile together', async () => {
  const written: Change[] = [];
  const ends: (() => void)[] = [];
  const keep = outcomeWriter(
    (change) => {
      written.push(change);
      return new Promise((resolve) => ends.push(resolve));
    },
    () => expect.unreachable(),
  );
  keep({ result: 'won' });
  keep({ note: 'a' });
  keep({ note: 'ab' });
  keep({ exitPrice: '5' });
  expect(written).toEqual([{ result: 'won' }]);
  ends[0]?.();
  await expect.poll(() => written).toHaveLength(2);
  expect(written[1]).toEqual({ note: 'ab', exitPrice: '5' });
  ends[1]?.();
});

it('reports a failure and still keeps what follows', async () => {
  const written: Change[] = [];
  const failures: unknown[] = [];
  const keep = outcomeWriter(
    async (change) => {
      if (change.note === 'bad') throw new Error('full');
      written.push(change);
    },
    (error) => failures.push(error),
  );
  keep({ note: 'bad' });
  keep({ note: 'good' });
  await expect.poll(() => written).toEqual([{ note: 'good' }]);
  expect(failures).toEqual([new Error('full')]);
});
