/**
 * One ledger per user: the cost of a call in workerd as users grow, in time, billed rows, and calls between
 * objects.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Peers } from '#api/credits/peers.ts';
import { withServed } from '#tests/bench/browser.ts';
import { amount, type BenchOptions, type Figure, median, type Report } from '#tests/bench/table.ts';
import { makePeople, type Person } from '#tests/load/people.ts';
import { WALLETS } from '#tests/support/deployment.ts';
import { openObjects } from '#tests/support/objects-deployment.ts';
import { BOT_TOKEN, startServer, type TestServer } from '#tests/support/server.ts';
import { withScratch } from './scratch.ts';

const FEW = 100;
const LANES = 8;
/** Users whose next append is timed: one tree of invitations. */
const CALLERS = 100;
/** Appends of each of them; the first wakes the object. */
const APPENDS = 8;
const ROUNDS = 3;
const GOAL = 1.3;
/** Rows that a call may write on average. */
const ROWS: Readonly<Record<string, number>> = {
  '/api/user/register': 30,
  '/api/referral/calculations': 5,
};

export function benchObjects({ small }: BenchOptions): Promise<Report> {
  const many = small ? 1_000 : 10_000;
  return withServed(({ dist }) =>
    withScratch(2, async (folder) => {
      const people = makePeople(many, APPENDS * (ROUNDS + 1));
      const logTo = join(folder, 'objects.log');
      const deployments: TestServer[] = [];
      const open = async (users: readonly Person[]): Promise<Side> => {
        const deployment = await startServer({
          deployment: 'cloudflare',
          dist,
          logTo,
          env: { POST_EVERY_S: '600' },
        });
        deployments.push(deployment);
        await enter(deployment, users);
        return { deployment, people: users, waking: [], awake: [] };
      };
      try {
        const sides = { few: await open(people.slice(0, FEW)), many: await open(people) };
        // Alternating, so that other work on the machine slows both.
        for (let round = 0; round < ROUNDS; round += 1) {
          await appends(sides.few);
          await appends(sides.many);
        }
        const [few, all] = [tookOf(sides.few), tookOf(sides.many)];
        const calls = { few: await callsPerAction(FEW), many: await callsPerAction(1_000) };
        const storage = await storagePerUser(sides.many.deployment);
        return {
          figures: [
            times('append, object awake', few.awake, all.awake, many),
            times('append that wakes its object', few.waking, all.waking, many),
            {
              what: 'calls to objects per call of a user',
              measured: calls.many.toFixed(2),
              against: `${calls.few.toFixed(2)} at ${amount(FEW)} users`,
              ...flat(calls.few, calls.many),
            },
            {
              what: 'storage per user',
              measured: `${(storage / 1000).toFixed(0)} KB`,
              against: `${amount(many)} users`,
            },
            ...(await rowsPerCall(logTo)),
          ],
          notes: [
            `objects: workerd on this machine, its objects' files on this disk; median of ${CALLERS} users × ${ROUNDS} rounds, ${LANES} at a time; every object is asleep when its first append is timed, since the deployment was restarted. Rows as the platform counts them, those of indexes too. Calls: ${amount(1_000)} users in process, each registering, calculating and claiming, with messages to their referrers and alarms.`,
          ],
        };
      } finally {
        for (const deployment of deployments) await deployment.stop();
      }
    }),
  );
}

async function enter(deployment: TestServer, people: readonly Person[]): Promise<void> {
  for (const level of [0, 1, 2]) {
    await lanes(
      people.filter((person) => person.level === level),
      async (person) => {
        await post(deployment, person, '/api/user/register', { id: person.id });
        await post(deployment, person, '/api/user/onboarding', { userId: person.id });
      },
    );
  }
}

interface Side {
  readonly deployment: TestServer;
  readonly people: readonly Person[];
  /** Milliseconds, one per caller and round. */
  readonly waking: number[];
  readonly awake: number[];
}

const tookOf = ({ waking, awake }: Side) => ({ waking: median(waking), awake: median(awake) });

const next = new Map<number, number>();

async function appends({ deployment, people, waking, awake }: Side): Promise<void> {
  await deployment.kill();
  await deployment.restart();
  // A hundred who invited each other, so that their messages wake the same number of others in any population.
  const from = Math.floor(people.length / CALLERS / 2) * CALLERS;
  await lanes(people.slice(from, from + CALLERS), async (person) => {
    const times: number[] = [];
    for (let count = 0; count < APPENDS / 2; count += 1) {
      const which = next.get(person.id) ?? 0;
      next.set(person.id, which + 1);
      const sentAt = performance.now();
      await post(deployment, person, '/api/referral/calculations', {
        userId: person.id,
        id: person.recordIds[which],
        calculationType: 'RiskMoney',
        inputs: { riskAmount: '100', entryPrice: '64120.5' },
      });
      times.push(performance.now() - sentAt);
    }
    const [first = 0, ...others] = times;
    waking.push(first);
    awake.push(median(others));
  });
}

async function post(deployment: TestServer, person: Person, path: string, body: object): Promise<void> {
  const response = await fetch(deployment.origin + path, {
    method: 'POST',
    headers: { authorization: `tma ${person.launchData}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} of ${person.id}: ${text}`);
}

/** Calls to objects per user call: the call itself, those of other objects, and alarms. */
async function callsPerAction(users: number): Promise<number> {
  const clock = { at: Date.now(), now: () => clock.at };
  let asked = 0;
  const counted = (peers: Peers): Peers => ({
    ...peers,
    user: (userId) => {
      const peer = peers.user(userId);
      const count = <T>(answer: T): T => {
        asked += 1;
        return answer;
      };
      return {
        registeredAt: () => count(peer.registeredAt()),
        receive: (message) => count(peer.receive(message)),
      };
    },
    directory: (userId) => {
      asked += 1;
      return peers.directory(userId);
    },
  });
  const world = openObjects({
    clock,
    onRequest: () => {},
    between: (_, peers) => counted(peers),
    config: {
      botToken: BOT_TOKEN,
      previousToken: null,
      botUsername: 'irich_bot',
      appName: 'iRICH',
      appShortName: 'app',
      publicUrl: 'https://irich.example',
      initDataMaxAgeS: 86_400,
      trustedProxies: [],
      wallets: WALLETS,
    },
  });
  const people = makePeople(users, 3);
  let actions = 0;
  const act = async (person: Person, path: string, body: object) => {
    actions += 1;
    const answer = await world.fetch(
      new Request(`https://irich.example${path}`, {
        method: 'POST',
        headers: { authorization: `tma ${person.launchData}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    if (!answer.ok) throw new Error(await answer.text());
  };
  for (const level of [0, 1, 2]) {
    for (const person of people.filter((one) => one.level === level)) {
      const userId = person.id;
      await act(person, '/api/user/register', { id: userId });
      await act(person, '/api/user/onboarding', { userId });
      for (const id of person.recordIds) {
        await act(person, '/api/referral/calculations', {
          userId,
          id,
          calculationType: 'Staking',
          inputs: {},
        });
      }
      await act(person, '/api/checkin/claim', { userId });
    }
  }
  let alarms = 0;
  for (let wait = 0; wait < 5; wait += 1) {
    alarms += await world.ring();
    clock.at += 10 * 60_000;
  }
  return (actions + asked + alarms) / actions;
}

/** Bytes of the files of all user objects, by their number. */
async function storagePerUser(deployment: TestServer): Promise<number> {
  const folder = join(deployment.databaseOf(1), '..');
  const files = await readdir(folder);
  let bytes = 0;
  let users = 0;
  for (const file of files) {
    // This file lies beside an open database and disappears when its object falls asleep.
    if (file.endsWith('-shm')) continue;
    bytes += await sizeOf(join(folder, file));
    if (/^[0-9a-f]{64}\.sqlite$/.test(file)) users += 1;
  }
  return bytes / users;
}

/** 0 for a log that has been merged into its file in between. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** From the lines that the objects log for every request. */
async function rowsPerCall(log: string): Promise<Figure[]> {
  const byPath = new Map<string, { read: number; written: number; calls: number }>();
  for (const text of (await readFile(log, 'utf8')).split('\n')) {
    const found = /\{"time".*"rowsWritten":\d+.*\}/.exec(text)?.[0];
    if (found === undefined) continue;
    const line = JSON.parse(found) as { path: string; rowsRead: number; rowsWritten: number };
    const sum = byPath.get(line.path) ?? { read: 0, written: 0, calls: 0 };
    sum.read += line.rowsRead;
    sum.written += line.rowsWritten;
    sum.calls += 1;
    byPath.set(line.path, sum);
  }
  return [...byPath].map(([path, { read, written, calls }]) => {
    // The next call's line has the rows of messages in between too: here less than a tenth.
    const rows = (written / calls).toFixed(1);
    return {
      what: `rows of ${path}`,
      measured: `${rows} written`,
      against: `${(read / calls).toFixed(1)} read`,
      ...(ROWS[path] !== undefined && { goal: `≤ ${ROWS[path]}`, met: Number(rows) <= ROWS[path] }),
    };
  });
}

function times(what: string, few: number, many: number, users: number): Figure {
  return {
    what: `${what}, ${amount(users)} users`,
    measured: `${many.toFixed(1)} ms`,
    against: `${few.toFixed(1)} ms at ${amount(FEW)} users`,
    ...flat(few, many),
  };
}

function flat(few: number, many: number): Pick<Figure, 'ratio' | 'goal' | 'met'> & object {
  const ratio = many / few;
  return { ratio: ratio.toFixed(2), goal: `≤ ${GOAL}`, met: ratio <= GOAL };
}

async function lanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let at = 0;
  const lane = async () => {
    for (let item = items[at++]; item !== undefined; item = items[at++]) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
