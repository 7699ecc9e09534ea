/** Every screen of the app in each of its states. The gallery shows them, the accessibility check goes through them. */
import type { Look } from '#tests/gallery/look.ts';
import { CALCULATIONS } from '#tests/gallery/looks/calculators.ts';
import { FAULTS } from '#tests/gallery/looks/faults.ts';
import { HOME } from '#tests/gallery/looks/home.ts';
import { OPENING } from '#tests/gallery/looks/opening.ts';
import { PROFILE } from '#tests/gallery/looks/profile.ts';
import { READING } from '#tests/gallery/looks/reading.ts';
import { WALLET } from '#tests/gallery/looks/wallet.ts';

/** In their order each has an account of its own; faults are last, for the worker that waits stays with the page. */
export const LOOKS: readonly Look[] = [
  ...OPENING,
  ...HOME,
  ...CALCULATIONS,
  ...PROFILE,
  ...READING,
  ...WALLET,
  ...FAULTS,
];
