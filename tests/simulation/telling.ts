/**
 * One day of notifications: check-ins, friends who join, streaks about to end, prices that cross alerts, and
 * users who block the bot and return, with crashes and faults all day, then calm. Whatever the deployment did,
 * no user may have seen a message twice, or missed one that was not in flight when it was lost.
 */
import { signLaunchData } from '#api/auth/launch-data.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { DEFAULT_SETTINGS, NO_ALERTS } from '#core/contract/settings.ts';
import { type Chance, chanceOf } from './chance.ts';
import { CallLost } from './channel.ts';
import { ProcessDied } from './fragile-sql.ts';
import { appParts, BOT_TOKEN } from './server.ts';
import { type TellingDeployment, tellingMachine, tellingObjects } from './telling-deployments.ts';
import { keyOf, type TellingService, tellingService } from './telling-service.ts';
import { type VirtualTime, virtualTime } from './virtual-time.ts';

export type TellingDeploymentName = 'machine' | 'objects';

export interface TellingResult {
  readonly violations: readonly string[];
  readonly shown: number;
  readonly calls: number;
  readonly crashes: number;
  /** Messages that users should have seen and did not, each in flight when a process or an answer was lost. */
  readonly missing: number;
  /** Reminders dropped because they were too late or came after a check-in. */
  readonly dropped: number;
  /** How often the sender restarted during a pause. */
  readonly restartsInPauses: number;
  /** How often it was asked to pause for minutes. */
  readonly longPauses: number;
}

export interface TellingOptions {
  readonly users: number;
  readonly seed: number;
  /** A deliberately broken sender database, which the simulation has to notice. */
  readonly breakSql?: (sql: Sql) => Sql;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The day, from midnight in UTC. */
const TODAY = Date.UTC(2026, 2, 3);
/** Offset from UTC on that day, hours. */
const ZONES = { UTC: 0, 'Europe/Berlin': 1, 'Asia/Tokyo': 9, 'America/New_York': -5 } as const;
const ZONE_NAMES = Object.keys(ZONES) as (keyof typeof ZONES)[];
const CALM = TODAY + 22 * HOUR;
/**
 * Prices of TON by hour of the day: it rises to 5 USD, falls by half a percent, rises, falls by 2 % and rises
 * again.
 */
const PRICES = [
  [-6, '4'],
  [9, '5.1'],
  [10, '4.975'],
  [11, '5.2'],
  [13, '4.9'],
  [15, '5.3'],
] as const;

interface Person {
  readonly id: number;
  readonly zone: keyof typeof ZONES;
  /** Hour of the check-in on the day, null without one. */
  readonly claims: number | null;
  /** The friend who joins by their link on the day, and when. */
  readonly friend: { readonly id: number; readonly at: number } | null;
  /** Whether they have an alert for TON rising to 5 USD. */
  readonly hasAlert: boolean;
  /** When they block the bot and allow it again. */
  readonly blocks: { readonly at: number; readonly until: number | null } | null;
}

interface World {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly deployment: TellingDeployment;
  readonly service: TellingService;
  readonly people: readonly Person[];
}

export async function simulateTelling(
  name: TellingDeploymentName,
  options: TellingOptions,
): Promise<TellingResult> {
  const time = virtualTime(TODAY - 2 * DAY + 12 * HOUR);
  const chance = chanceOf(options.seed);
  const weather = { troubled: false };
  const service = tellingService({ time, chance, isTroubled: () => weather.troubled });
  const { breakSql } = options;
  const parts = { time, chance, service, weather, ...(breakSql === undefined ? {} : { breakSql }) };
  const deployment = name === 'machine' ? tellingMachine(parts) : tellingObjects(parts);
  const world: World = { time, chance, deployment, service, people: peopleOf(chance, options.users) };
  try {
    await prepare(world);
    const crashes = live(world, weather);
    await time.runUntil(CALM);
    weather.troubled = false;
    deployment.heal();
    await time.runUntil(TODAY + DAY + 8 * HOUR);
    return { ...judge(world), crashes: crashes() };
  } finally {
    deployment.close();
  }
}

function peopleOf(chance: Chance, count: number): Person[] {
  const old = Math.ceil(count * 0.8);
  const during = () => TODAY + chance.between(6 * HOUR, 20.5 * HOUR);
  return Array.from({ length: old }, (_, index) => {
    const at = during();
    return {
      id: index + 1,
      zone: chance.pick(ZONE_NAMES),
      claims: chance.happens(0.5) ? during() : null,
      friend: index < count - old ? { id: old + index + 1, at: during() } : null,
      hasAlert: chance.happens(0.3),
      blocks: chance.happens(0.03)
        ? { at, until: chance.happens(0.3) ? at + chance.wait(HOUR) : null }
        : null,
    };
  });
}

/** Two check-in days in a row for every user. */
async function prepare(world: World): Promise<void> {
  const { time, deployment, people, chance } = world;
  const ask = asking({ time, deployment, chance });
  const registering = people.map(async ({ id, zone, hasAlert }) => {
    await ask(id, 'POST', '/api/user/register', { id });
    await ask(id, 'POST', '/api/user/onboarding', { userId: id });
    const alerts = { ...NO_ALERTS, TON: hasAlert ? '5' : null };
    await ask(id, 'PUT', '/api/user/settings', {
      userId: id,
      settings: { ...DEFAULT_SETTINGS, zone, alerts },
    });
    await ask(id, 'POST', '/api/checkin/claim', { userId: id });
  });
  await time.runUntil(TODAY - DAY + HOUR);
  await Promise.all(registering);
  for (const [hour, price] of PRICES) {
    time.after(TODAY + hour * HOUR - time.now(), () => void see(world, price, TODAY + hour * HOUR));
  }
  const claiming = people.map(({ id }) => ask(id, 'POST', '/api/checkin/claim', { userId: id }));
  await time.runUntil(TODAY);
  await Promise.all(claiming);
}

/** Repeated until it is stored; crossed alerts stay crossed. */
async function see({ time, deployment, chance }: World, price: string, at: number): Promise<void> {
  while (!(await deployment.see(price, at))) {
    await new Promise<void>((resolve) => void time.after(chance.wait(1_000), resolve));
  }
}

/** Starts the day's events. @returns how many crashes of the sender were caused so far. */
function live(world: World, weather: { troubled: boolean }): () => number {
  const { time, chance, deployment, service, people } = world;
  const ask = asking(world);
  const at = (moment: number, run: () => void) => void time.after(moment - time.now(), run);
  let crashes = 0;
  weather.troubled = true;
  for (const { id, claims, friend, blocks } of people) {
    if (claims !== null) at(claims, () => void ask(id, 'POST', '/api/checkin/claim', { userId: id }));
    if (friend !== null) {
      at(friend.at, () => void ask(friend.id, 'POST', '/api/user/register', { id: friend.id }, `${id}`));
    }
    if (blocks === null) continue;
    at(blocks.at, () => void service.blocked.add(id));
    if (blocks.until === null) continue;
    at(blocks.until, () => {
      service.unblock(id);
      void deployment.heard(id, true, time.now());
    });
  }
  function crashLater(): void {
    time.after(chance.wait(6 * 60_000), () => {
      if (!weather.troubled) return;
      crashes += 1;
      deployment.crashSoon();
      crashLater();
    });
  }
  crashLater();
  return () => crashes;
}

/** A crash is expected here; anything else is a defect. */
function lost(cause: unknown): null {
  if (cause instanceof ProcessDied || cause instanceof CallLost) return null;
  throw cause;
}

/** Repeats the call until it is answered, like a phone. */
function asking({ time, deployment, chance }: Pick<World, 'time' | 'deployment' | 'chance'>) {
  const { hmac } = appParts({ chance }, time);
  return async (
    id: number,
    method: string,
    path: string,
    body: object,
    startParam?: string,
  ): Promise<void> => {
    for (;;) {
      const user = { id, first_name: `User ${id}`, username: `user_${id}`, allows_write_to_pm: true };
      const fields = { auth_date: `${Math.floor(time.now() / 1000)}`, user: JSON.stringify(user) };
      const auth = signLaunchData(
        startParam === undefined ? fields : { ...fields, start_param: startParam },
        BOT_TOKEN,
        hmac,
      );
      const headers = { 'content-type': 'application/json', authorization: `tma ${auth}` };
      const response = await deployment
        .fetch(new Request(`https://irich.test${path}`, { method, headers, body: JSON.stringify(body) }))
        .catch(lost);
      if (response !== null && response.status < 500) {
        if (response.status >= 400 && response.status !== 409) {
          throw new Error(`${method} ${path} of user ${id}: ${response.status} ${await response.text()}`);
        }
        return;
      }
      await new Promise<void>((resolve) => void time.after(chance.wait(5_000), resolve));
    }
  };
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/joined by your link/, 'joined'],
  [/^A new badge: Friends 1\.$/, 'friends badge'],
  [/^A new badge: Streak 1\.$/, 'streak badge'],
  [/^Your streak of 2 days ends/, 'reminder'],
  [/^TON has risen to \$5, .* It was \$5\.1 on/, 'first crossing'],
  [/^TON has risen to \$5, .* It was \$5\.3 on/, 'second crossing'],
];
const kindOf = (text: string) => KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? text;

function judge({ deployment, service, people }: World): Omit<TellingResult, 'crashes'> {
  const { shown } = service;
  const violations = [...service.violations];
  const times = new Map<string, number>();
  const lastOf = new Map<number, number>();
  const zoneOf = new Map(people.map(({ id, zone }) => [id, zone]));
  for (const { at, userId, text } of shown) {
    const key = keyOf(userId, kindOf(text));
    times.set(key, (times.get(key) ?? 0) + 1);
    const hour = new Date(at + ZONES[zoneOf.get(userId) ?? 'UTC'] * HOUR).getUTCHours();
    if (hour >= 22 || hour < 8) violations.push(`${key} was shown at ${hour} o'clock there`);
    // A second apart, minus the network's share.
    if (at - (lastOf.get(userId) ?? 0) < 500) violations.push(`user ${userId} had two messages at once`);
    lastOf.set(userId, at);
    if (kindOf(text) === text) violations.push(`${key} was not expected`);
  }
  for (const [key, count] of times) if (count > 1) violations.push(`${key} was shown ${count} times`);
  for (const { id, claims } of people) {
    const reminded = shown.find((one) => one.userId === id && kindOf(one.text) === 'reminder');
    if (reminded && claims !== null && reminded.at > claims + 120_000)
      violations.push(`user ${id} had checked in`);
    if (reminded && reminded.at >= TODAY + DAY) violations.push(`user ${id} was reminded when it was over`);
  }

  const due = people.flatMap((person) => (person.blocks === null ? dueTo(person) : []));
  const missing = due.filter((key) => !times.has(key));
  const unanswered = new Set([...service.unanswered].map(kindOfKey));
  const late = new Set(lateReminders(deployment.queue).map((id) => keyOf(id, 'reminder')));
  const unexplained = missing.filter((key) => !unanswered.has(key) && !late.has(key));
  // Not guaranteed, but a sender that falls far behind would show here.
  if (late.size > people.length / 25) violations.push(`${late.size} reminders came too late`);
  if (unexplained.length > deployment.inFlight()) {
    violations.push(
      `${unexplained.length} never came, and ${deployment.inFlight()} were in flight: ${unexplained[0]} …`,
    );
  }
  const left = deployment.queue.get<{ count: number }>(
    "SELECT count(*) AS count FROM outgoing WHERE state IN ('waiting', 'sending')",
  );
  if (left?.count !== 0) violations.push(`${left?.count} messages are still in the queue`);
  return {
    violations,
    shown: shown.length,
    calls: service.calls(),
    missing: missing.length,
    dropped: late.size,
    restartsInPauses: service.restartsInPauses(),
    longPauses: service.longPauses(),
  };
}

/**
 * Users whose reminders became due in quiet hours or after the day, because a deployment was in trouble for too
 * long.
 */
function lateReminders(queue: Sql): number[] {
  return queue
    .all<{ id: number }>(
      "SELECT user_id AS id FROM outgoing WHERE state = 'dropped' AND id LIKE '%streak_reminder'",
    )
    .map(({ id }) => id);
}

function dueTo({ id, claims, friend, hasAlert }: Person): string[] {
  return [
    ...(hasAlert ? [keyOf(id, 'first crossing'), keyOf(id, 'second crossing')] : []),
    ...(friend === null ? [] : [keyOf(id, 'joined'), keyOf(id, 'friends badge')]),
    keyOf(id, claims === null ? 'reminder' : 'streak badge'),
  ];
}

function kindOfKey(key: string): string {
  const colon = key.indexOf(': ');
  return keyOf(Number(key.slice(0, colon)), kindOf(key.slice(colon + 2)));
}
