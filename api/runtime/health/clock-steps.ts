/** Notices that the machine's clock was set: days, ages and deadlines follow it. */
import type { Problem } from '#core/contract/public.ts';

export interface ClockStepsDeps {
  /** UTC milliseconds, as the machine's clock says. */
  readonly clock: { now(): number };
  /** Milliseconds that pass at one pace, whatever the clock is set to. */
  readonly elapsed: () => number;
}

/** A smaller step than this is no problem: time services correct clocks by seconds. */
const LEAST_STEP_MS = 60_000;
/** A clock that has gone on for so long from where it was set counts as right. */
const ACCEPTED_AFTER_MS = 10 * 60_000;

/** Each call compares the clock with the time that has passed since the first one. */
export function clockSteps({ clock, elapsed }: ClockStepsDeps): () => readonly Problem[] {
  let expected = clock.now() - elapsed();
  let step: { readonly start: number; readonly at: number } | null = null;

  return () => {
    const passed = elapsed();
    const now = clock.now() - passed;
    if (Math.abs(now - expected) < LEAST_STEP_MS) {
      // Small corrections do not add up to a step.
      expected = now;
      step = null;
      return [];
    }
    if (step === null || Math.abs(now - step.start) >= LEAST_STEP_MS) step = { start: now, at: passed };
    if (passed - step.at >= ACCEPTED_AFTER_MS) {
      expected = now;
      step = null;
      return [];
    }
    const seconds = Math.round((now - expected) / 1000);
    const direction = seconds > 0 ? 'ahead' : 'back';
    return [{ code: 'clock_set', message: `The clock was set ${direction} by ${Math.abs(seconds)} s` }];
  };
}
