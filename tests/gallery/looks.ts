/** Every screen of the app in each of its states, for the gallery and the accessibility check. */
import type { Look } from '#tests/gallery/look.ts';
import { CALCULATIONS } from '#tests/gallery/looks/calculators.ts';
import { FAULTS } from '#tests/gallery/looks/faults.ts';
import { HOME } from '#tests/gallery/looks/home.ts';
import { OPENING } from '#tests/gallery/looks/opening.ts';
import { PROFILE } from '#tests/gallery/looks/profile.ts';
import { READING } from '#tests/gallery/looks/reading.ts';
import { VERIFY } from '#tests/gallery/looks/verify.ts';
import { WALLET } from '#tests/gallery/looks/wallet.ts';

/** Each has its own account, in this order; faults are last, since the waiting worker stays with the page. */
export const LOOKS: readonly Look[] = [
  ...OPENING,
  ...HOME,
  ...CALCULATIONS,
  ...PROFILE,
  ...READING,
  ...WALLET,
  ...VERIFY,
  ...FAULTS,
];
