/** Moves the focus to the title of a newly opened screen: screen readers read it out, and Tab continues from there. */
import { type RefObject, useEffect } from 'react';

/** The previous screen; null before the first one, which has no predecessor. */
let before: string | null = null;
/** The focus ring is for keyboard users; some browsers would also show it after a tap. */
let isByKeys = false;

function noteHow(click: MouseEvent): void {
  isByKeys = click.detail === 0;
}

/** `place` identifies a screen within the same part of the page; the address if absent. */
export function useArrival(title: RefObject<HTMLElement | null>, place?: string): void {
  useEffect(() => {
    const here = place ?? location.pathname;
    const last = before;
    before = here;
    if (last === null) addEventListener('click', noteHow, true);
    if (last === null || last === here) return;
    const element = title.current;
    // Do not take the focus from a user who is already typing in the new screen.
    if (element === null || element.closest('main')?.contains(document.activeElement)) return;
    element.style.outline = isByKeys ? '' : 'none';
    element.focus({ preventScroll: true });
  }, [title, place]);
}
