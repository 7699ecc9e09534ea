/** Keeps changes of one outcome as the user makes them: one write at a time, what came meanwhile together in the next. */
import type { TradeOutcome } from '#core/journal/outcome.ts';

type Change = Partial<TradeOutcome>;

/** @param write its failure is reported to `onFail`, and later changes are still tried. */
export function outcomeWriter(
  write: (change: Change) => Promise<void>,
  onFail: (error: unknown) => void,
): (change: Change) => void {
  let next: Change | null = null;
  let isWriting = false;

  async function go(): Promise<void> {
    isWriting = true;
    while (next !== null) {
      const change = next;
      next = null;
      await write(change).catch(onFail);
    }
    isWriting = false;
  }

  return (change) => {
    next = { ...next, ...change };
    if (!isWriting) void go();
  };
}
