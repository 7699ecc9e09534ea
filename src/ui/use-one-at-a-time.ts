/** Commands that a second tap must not repeat while the first is running. */
import { useRef } from 'react';

/** Runs the given work, unless earlier work is still running. Disabling the button would come one render too late. */
export function useOneAtATime(): (work: () => Promise<unknown>) => Promise<void> {
  const isRunning = useRef(false);
  const run = useRef(async (work: () => Promise<unknown>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await work();
    } finally {
      isRunning.current = false;
    }
  });
  return run.current;
}
