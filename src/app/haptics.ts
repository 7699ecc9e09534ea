/** Haptic feedback for every selection on any screen: toggles, switches, the bottom bar. */
import type { Host } from '#platform/host.ts';

export function feelSelections(host: Pick<Host, 'haptic'>): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type))
      host.haptic('selection');
  });
  // On pointer down: by pointer up the link may already be the current one.
  const felt = ({ target }: Event) => {
    if (target instanceof Element && target.closest('nav a:not([aria-current])') !== null) {
      host.haptic('selection');
    }
  };
  document.addEventListener('click', felt, { capture: true });
}
