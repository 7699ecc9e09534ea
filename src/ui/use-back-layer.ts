/** A layer over a screen while it is open: it receives the host's back button. */
import { useContext, useEffect, useEffectEvent } from 'react';
import { BackLayers } from './back-layers.ts';

export function useBackLayer(isOpen: boolean, onBack: () => void): void {
  const addBackLayer = useContext(BackLayers);
  const back = useEffectEvent(onBack);
  useEffect(() => (isOpen ? addBackLayer(() => back()) : undefined), [isOpen, addBackLayer]);
}
