/** What a rig has seen of its device: the calls of the sync, and what became of each record. */
import type { Rig } from './sync-rig.ts';

/** Everything answered so far. */
export async function settled(rig: Rig): Promise<void> {
  await rig.pass(5_000);
  rig.calls.length = 0;
}

export const sync = (rig: Rig) => rig.calls.filter(({ name }) => name === 'POST /api/sync');
export const states = (rig: Rig) => rig.rows('records').map(({ state }) => state);
