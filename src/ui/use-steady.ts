/** Handlers whose identity never changes, so that components receiving them need not re-render. */
import { useLayoutEffect, useRef, useState } from 'react';

type Handler = (...given: never[]) => unknown;

/** Each calls its namesake of the latest render. For events, not during rendering; the names must stay the same. */
export function useSteady<Handlers extends Readonly<Record<string, Handler>>>(handlers: Handlers): Handlers {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [steady] = useState(() => {
    const names = Object.keys(handlers);
    const callsLatest =
      (name: string) =>
      (...given: never[]) =>
        latest.current[name]?.(...given);
    return Object.fromEntries(names.map((name) => [name, callsLatest(name)])) as Handlers;
  });
  return steady;
}
