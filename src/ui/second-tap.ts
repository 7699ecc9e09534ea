/** Drops the second of two quick taps if the first has put another element under the finger. */

/** The longest time between the two taps, milliseconds. */
export const DOUBLE_MS = 400;
/** How far apart two taps of one finger may be, CSS pixels. */
const NEAR_PX = 24;

interface Tap {
  readonly clientX: number;
  readonly clientY: number;
}

/** For a moment after a tap, another tap at the same place has no effect. */
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
