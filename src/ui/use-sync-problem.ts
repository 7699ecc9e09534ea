/** The current sync problem, stable while retries run. */
import { useState } from 'react';

type Problem<Phase> = Exclude<Phase, 'idle' | 'sending'>;

/**
 * The phase of the last failed try, also while the next one runs; null before a failure and after a success.
 * @param phase of the sync; undefined until it is known.
 */
export function useSyncProblem<Phase extends string>(phase: Phase | undefined): Problem<Phase> | null {
  const [last, setLast] = useState<Problem<Phase> | null>(null);
  let problem = last;
  if (phase === undefined || phase === 'idle') problem = null;
  else if (phase !== 'sending') problem = phase as Problem<Phase>;
  if (problem !== last) setLast(problem);
  return problem;
}
