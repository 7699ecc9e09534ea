/** Layers over a screen receive the host's back button while they are open, the newest one first. */
import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/** Returns a function that removes the layer. */
export type AddBackLayer = (onBack: () => void) => () => void;

export const BackLayers = createContext<AddBackLayer>(() => () => undefined);

export function useBackLayer(isOpen: boolean, onBack: () => void): void {
  const addBackLayer = useContext(BackLayers);
  const back = useEffectEvent(onBack);
  useEffect(() => (isOpen ? addBackLayer(() => back()) : undefined), [isOpen, addBackLayer]);
}
