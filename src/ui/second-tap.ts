/** The second of two quick taps, where the first has put something else under the finger. */

/** How soon after the first it comes, milliseconds. */
export const DOUBLE_MS = 400;
/** How far apart two taps of one finger may be, CSS pixels. */
const NEAR_PX = 24;

interface Tap {
  readonly clientX: number;
  readonly clientY: number;
}

/** For a moment after a tap, one at the same place presses nothing. */
export function dropSecondTap(first: Tap): void {
  const drop = (second: MouseEvent) => {
    const apart = Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY);
    if (apart > NEAR_PX) return;
    second.preventDefault();
    second.stopPropagation();
  };
  window.addEventListener('click', drop, { capture: true });
  setTimeout(() => window.removeEventListener('click', drop, { capture: true }), DOUBLE_MS);
}
