/** The screens of this build: the table without what the operator does not have. */
import { SCREENS, type ScreenLine } from './table.ts';

export const BUILT_SCREENS = SCREENS.filter(
  ({ needsOffers }: ScreenLine) => needsOffers !== true || import.meta.env.VITE_HAS_OFFERS,
);
