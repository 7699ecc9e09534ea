/** A part of a screen whose code comes late: something in its place until then, and a notice if it does not come. */
import type { ReactNode } from 'react';
import { type LazyPart, TRIES, useLazyPart } from './lazy-part.ts';
import { Missing } from './missing-screen.tsx';

export interface LateProps<T> {
  readonly part: LazyPart<T>;
  /** In its place. */
  readonly waiting?: ReactNode;
  readonly children: (code: T) => ReactNode;
}

export function Late<T>({ part, waiting = null, children }: LateProps<T>) {
  const { code, error, retry } = useLazyPart(part);
  if (code !== null) return children(code);
  return error === null ? waiting : <Missing error={error} tries={TRIES} onRetry={retry} />;
}
