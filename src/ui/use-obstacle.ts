/** What stands in the way of the server, without coming and going with every other try. */
import { useState } from 'react';

/**
 * The phase in which the last try failed, while another is under way too; null before one has failed, and after one has not.
 * @param phase of the sync; undefined until it is known.
 */
export function useObstacle<Phase extends string>(
  phase: Phase | undefined,
): Exclude<Phase, 'idle' | 'sending'> | null {
  const [last, setLast] = useState<Exclude<Phase, 'idle' | 'sending'> | null>(null);
  let obstacle = last;
  if (phase === undefined || phase === 'idle') obstacle = null;
  else if (phase !== 'sending') obstacle = phase as Exclude<Phase, 'idle' | 'sending'>;
  if (obstacle !== last) setLast(obstacle);
  return obstacle;
}
