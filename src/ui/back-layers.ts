/** Layers over a screen receive the host's back button while they are open, the newest one first. */
import { createContext } from 'react';

/** Returns a function that removes the layer. */
export type AddBackLayer = (onBack: () => void) => () => void;

export const BackLayers = createContext<AddBackLayer>(() => () => undefined);
