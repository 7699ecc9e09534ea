/** Moves the focus to the title of a screen that the user has come to: it is read out, and Tab goes on from there. */
import { type RefObject, useEffect } from 'react';

/** Where the user has been before; null before the first screen, which nobody came to from another. */
let before: string | null = null;
/** A ring is for those who move by keys; some browsers would show it to a finger too. */
let isByKeys = false;

function noteHow(click: MouseEvent): void {
  isByKeys = click.detail === 0;
}

/** `place` tells one screen from another that stands in the same part of the page: its address where absent. */
export function useArrival(title: RefObject<HTMLElement | null>, place?: string): void {
  useEffect(() => {
    const here = place ?? location.pathname;
    const last = before;
    before = here;
    if (last === null) addEventListener('click', noteHow, true);
    if (last === null || last === here) return;
    const element = title.current;
    // Whoever types in the new screen already goes on typing.
    if (element === null || element.closest('main')?.contains(document.activeElement)) return;
    element.style.outline = isByKeys ? '' : 'none';
    element.focus({ preventScroll: true });
  }, [title, place]);
}
