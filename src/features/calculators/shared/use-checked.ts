/** Whether a form was incomplete at its last Calculate: only then are its empty fields marked. */
import { useState } from 'react';

export function useChecked() {
  const [value, setValue] = useState(false);
  return {
    value,
    /** Stores the outcome of a check, and returns it. */
    check(isComplete: boolean): boolean {
      setValue(!isComplete);
      return isComplete;
    },
    reset: () => setValue(false),
  };
}
