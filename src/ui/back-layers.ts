/** What lies over a screen takes the host's back button for as long as it is open: the newest one first. */
import { createContext } from 'react';

/** Answers how to take the layer away again. */
export type AddBackLayer = (onBack: () => void) => () => void;

export const BackLayers = createContext<AddBackLayer>(() => () => undefined);
