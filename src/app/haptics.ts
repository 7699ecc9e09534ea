/** Every choice is felt, whichever screen it is on: toggles, switches, the places of the bottom bar. */
import type { Host } from '#platform/host.ts';

export function feelSelections(host: Pick<Host, 'haptic'>): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type))
      host.haptic('selection');
  });
  // On its way down: by its way up the link may be the current one already.
  const felt = ({ target }: Event) => {
    if (target instanceof Element && target.closest('nav a:not([aria-current])') !== null) {
      host.haptic('selection');
    }
  };
  document.addEventListener('click', felt, { capture: true });
}
