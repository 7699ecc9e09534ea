/** A device with known settings, and what its rig has seen of them. */
import { DEFAULT_SETTINGS, type KnownSettings, type Settings } from '#core/contract/settings.ts';
import type { Rig } from './sync-rig.ts';
import { settled } from './sync-seen.ts';

export const MINUTE = 60_000;
export const PUT = 'PUT /api/user/settings';
export const GET = 'GET /api/user/settings/{id}';
export const ELSEWHERE: Settings = { ...DEFAULT_SETTINGS, quiet: { from: 1, to: 5 } };
export const LEVEL_OFF = { notifications: { levelUp: false } };

export const told = (r: Rig) => r.calls.filter(({ name }) => name === PUT).map(({ body }) => body);
export const asked = (r: Rig) => r.names().filter((name) => name === GET).length;
/** Which kinds are off. */
export const switched = (settings: KnownSettings | undefined) =>
  Object.entries(settings?.notifications ?? {}).flatMap(([kind, on]) => (on ? [] : [kind]));

/** After its first round. */
export async function opened(r: Rig) {
  const device = await r.open();
  await settled(r);
  return device;
}
