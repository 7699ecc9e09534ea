/** Whether a form was found incomplete at its last Calculate: only then are its empty fields marked. */
import { useState } from 'react';

export function useChecked() {
  const [value, setValue] = useState(false);
  return {
    value,
    /** Takes note of a check, and answers with its outcome. */
    check(isComplete: boolean): boolean {
      setValue(!isComplete);
      return isComplete;
    },
    reset: () => setValue(false),
  };
}
