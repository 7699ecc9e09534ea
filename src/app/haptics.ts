/**
 * Haptic feedback for every selection on any screen: toggles, switches, the bottom bar. Felt with the frame that shows the
 * selection, since the call to the host would delay that frame.
 */
import type { Host } from '#platform/host.ts';
import { afterPaint } from '#ui/after-paint.ts';

export function feelSelections(host: Pick<Host, 'haptic'>): void {
  const feel = () => afterPaint(() => host.haptic('selection'));
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type)) feel();
  });
  // On pointer down: by pointer up the link may already be the current one.
  const felt = ({ target }: Event) => {
    if (target instanceof Element && target.closest('nav a:not([aria-current])') !== null) feel();
  };
  document.addEventListener('click', felt, { capture: true });
}
