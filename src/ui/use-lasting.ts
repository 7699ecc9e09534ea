/** Waits that are long enough to mention. */
import { useState } from 'react';
import { useTimeout } from './use-timeout.ts';

/** Whether a state has lasted for so many milliseconds: shorter waits are not worth a message. */
export function useLasting(isOn: boolean, milliseconds: number): boolean {
  const [isLong, setIsLong] = useState(false);
  useTimeout(isOn, milliseconds, () => setIsLong(true));
  if (isLong && !isOn) setIsLong(false);
  return isLong && isOn;
}
