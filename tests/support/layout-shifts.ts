/** Layout shifts in the page of a component test. */
import { onTestFinished } from 'vitest';
import { observeShifts, type Shift } from '#tests/support/observe-shifts.ts';
import { nextFrame } from '#tests/support/on-screen.ts';

/** Records layout shifts until the test ends. The returned function gives those up to the current paint. */
export function watchShifts(): () => Promise<readonly Shift[]> {
  const shifts: Shift[] = [];
  const observer = observeShifts((shift) => shifts.push(shift), false);
  onTestFinished(() => observer.disconnect());
  return async () => {
    await nextFrame();
    return shifts;
  };
}
