/** What a rig has seen of its device: the sync's calls, and the state of each record. */
import type { Rig } from './sync-rig.ts';

/** Until every call so far is answered. */
export async function settled(rig: Rig): Promise<void> {
  await rig.pass(5_000);
  rig.calls.length = 0;
}

export const sync = (rig: Rig) => rig.calls.filter(({ name }) => name === 'POST /api/sync');
export const states = (rig: Rig) => rig.rows('records').map(({ state }) => state);
