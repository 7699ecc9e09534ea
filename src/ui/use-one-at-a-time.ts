/** Commands that a second tap must not send again while the first is under way. */
import { useRef } from 'react';

/** Runs what it is given, unless what it was given before is still running. A disabled button comes a render too late. */
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
