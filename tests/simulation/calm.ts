/** After the days of trouble: everything works, and time passes until no work is left. */
import { naiveAccounts } from './naive-model.ts';
import { kill } from './phone.ts';
import type { World } from './run-seed.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The app is hidden and the server is up, so it has to do its work without a trigger by the user. Returns
 * violations.
 */
export async function rest(world: World): Promise<string[]> {
  const { time, phones, server } = world;
  closeAll(world);
  for (const phone of phones) {
    phone.wire.online = true;
    phone.wire.trouble = 0;
  }
  server.heal();
  await time.runUntil(time.now() + 10 * MINUTE);
  server.heal();
  await settle(world, 2 * DAY);
  const found = server.violations(naiveAccounts(server.databases()));
  return found.map((violation) => `before the app was opened again: ${violation}`);
}

/** Every user opens the app again, until nothing changes any more. */
export async function calm(world: World): Promise<void> {
  const { time } = world;
  await openAll(world);
  await syncAll(world, 1);
  await settle(world, HOUR);
  await syncAll(world, 3);
  const openNight = world.chance.between(0, 3);
  for (let day = 0; day < MOST_DAYS && isHeldBack(world); day++) {
    // For one night the app stays open and sends waiting records for the new day automatically.
    const staysOpen = day === openNight;
    if (!staysOpen) closeAll(world);
    await time.runUntil(time.now() + DAY);
    if (staysOpen) closeAll(world);
    await openAll(world);
    await settle(world, HOUR);
    await syncAll(world, 3);
  }
}

/** Enough for all records from the days of trouble at a small daily limit. */
const MOST_DAYS = 60;

/** Whether a record on a phone waits for a later day. */
function isHeldBack({ phones, eventsPerDay }: World): boolean {
  if (eventsPerDay === null) return false;
  const keys = phones.flatMap(({ database }) => [...(database.tables.get('outbox')?.keys() ?? [])]);
  return keys.some((key) => !String(key).includes('poison'));
}

function closeAll({ phones }: World): void {
  for (const phone of phones) for (const app of phone.apps) kill(app);
}

async function openAll(world: World): Promise<void> {
  const { time, phones } = world;
  const apps = phones.map((phone) => world.open(phone, 0));
  await time.runUntil(time.now() + 5 * MINUTE);
  for (const { device } of apps) {
    if (device?.live.isNewUser.current() === true) void device.completeOnboarding();
  }
}

async function syncAll({ time, phones }: World, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const phone of phones) for (const { device } of phone.apps) void device?.syncNow();
    await time.runUntil(time.now() + MINUTE);
  }
}

/** @param longest time limit, milliseconds. */
async function settle({ time, server }: World, longest: number): Promise<void> {
  const end = time.now() + longest;
  while (!server.isSettled() && time.now() < end) await time.runUntil(time.now() + MINUTE);
}
