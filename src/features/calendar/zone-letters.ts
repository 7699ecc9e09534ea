/** Two letters for each zone: on a plate, or where its name is too long. */
import type { Zone } from '#core/contract/calendar.ts';

export const ZONE_LETTERS: Readonly<Record<Zone, string>> = {
  united_states: 'US',
  eurozone: 'EU',
  china: 'CN',
  japan: 'JP',
  united_kingdom: 'UK',
};
