/**
 * `npm run load [-- --users 10000] [--kills 5] [--records 3] [--at-once 32] [--faults]`: users in three levels of
 * invitations calculate against the deployment in IRICH_DEPLOYMENT while it is killed and restarted. In the end every
 * acknowledged record is there once, every credit has arrived, and the audit finds nothing. Otherwise it exits
 * with 1. With `--faults` (one machine, as root) its disk is filled twice, its clock set and its proxy killed
 * too, and readiness must tell each fault and its end within ten seconds.
 */
import { fileURLToPath } from 'node:url';
import { scriptArguments } from '#api/ops/arguments.ts';
import { countArgument } from '#tests/support/count-argument.ts';
import { MOVE_SECRET } from '#tests/support/deployment.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { CHOSEN_DEPLOYMENT, startServer, type TestServer } from '#tests/support/server.ts';
import { makeFaultyMachine, type ToldFault } from './faults.ts';
import { type Due, dueOf, makePeople, type Person } from './people.ts';

const USAGE = 'npm run load [-- --users N] [--kills N] [--records N] [--at-once N] [--faults]';
const { values } = scriptArguments(USAGE, {
  options: {
    users: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '5' },
    records: { type: 'string', default: '3' },
    'at-once': { type: 'string', default: '32' },
    faults: { type: 'boolean', default: false },
  },
});
const count = (text: string) => countArgument(USAGE, text);
const users = count(values.users);
const kills = count(values.kills);
const lanes = count(values['at-once']);
/** How long points may stay incomplete without a change before they count as lost. */
const STANDSTILL_MS = 60_000;
/** How soon readiness must tell of a fault, and of its end. */
const TOLD_WITHIN_MS = 10_000;
/** How long a call is repeated. */
const PATIENCE_MS = 120_000;

/** The server understood and refused, so a retry would not help. */
class Refused extends Error {}

const people = makePeople(users, count(values.records));
const due = dueOf(people);
const faulty = values.faults ? makeFaultyMachine() : null;
const server = await startServer({
  logTo: '/dev/null',
  env: { MOVE_SECRET, ...faulty?.env },
  ...(faulty && { database: faulty.database }),
});
const told: ToldFault[] = [];
const origin = (await faulty?.startProxy(server.origin)) ?? server.origin;
let problems: string[];
const counts = { calls: 0, again: 0, restarts: 0 };
const from = performance.now();
let restarting: Promise<void> | null = null;
try {
  await work(server);
  problems = [...late(told), ...(await settled()), ...(await audited(server))];
} finally {
  await server.stop();
  await faulty?.remove();
}
const took = ((performance.now() - from) / 1000).toFixed(0);
for (const { name, toldMs, endedMs } of told)
  process.stdout.write(`${name}: told after ${seconds(toldMs)}, its end after ${seconds(endedMs)}\n`);
for (const problem of problems.slice(0, 20)) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${users} users, ${counts.calls} calls, ${counts.again} of them again, ${counts.restarts} kills, ${took} s: ${problems.length} problems\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Level by level, so that referrers are registered first. */
async function work(deployment: TestServer): Promise<void> {
  const levels = [0, 1, 2].map((level) => people.filter((person) => person.level === level));
  const acts = planned(deployment);
  let done = 0;
  let turn: Promise<unknown> = Promise.resolve();
  for (const level of levels) {
    await many(level, async (person) => {
      await act(person);
      done += 1;
      // One after the other: a server that cannot write does not start.
      while (acts[0] !== undefined && done >= acts[0].at * users) turn = turn.then(acts.shift()?.run);
    });
  }
  await turn;
}

/** What happens to the server, and when: at this share of the users. */
function planned(deployment: TestServer): { readonly at: number; readonly run: () => Promise<unknown> }[] {
  const tell = (at: number, fault: () => Promise<ToldFault>) => ({
    at,
    run: async () => told.push(await fault()),
  });
  return [
    ...Array.from({ length: kills }, (_, which) => ({
      at: (which + 1) / (kills + 1),
      run: () => restart(deployment),
    })),
    ...(faulty === null
      ? []
      : [
          tell(0.2, faulty.fillDisk),
          tell(0.4, faulty.killProxy),
          tell(0.5, faulty.setClock),
          tell(0.7, faulty.killProxy),
          tell(0.8, faulty.fillDisk),
        ]),
  ].sort((a, b) => a.at - b.at);
}

/** Faults of which readiness told too late, or too long. */
function late(faults: readonly ToldFault[]): string[] {
  return faults
    .filter(({ toldMs, endedMs }) => toldMs > TOLD_WITHIN_MS || endedMs > TOLD_WITHIN_MS)
    .map(({ name }) => `${name}: readiness told too late`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function restart(deployment: TestServer): Promise<void> {
  counts.restarts += 1;
  restarting = deployment
    .kill()
    .then(() => deployment.restart())
    .finally(() => {
      restarting = null;
    });
  return restarting;
}

async function act(person: Person): Promise<void> {
  const { id: userId, recordIds } = person;
  await call(person, 'POST', '/api/user/register', { id: userId });
  await call(person, 'POST', '/api/user/onboarding', { userId });
  for (const id of recordIds) {
    const body = { userId, id, calculationType: 'RiskMoney', inputs: { riskAmount: '100' } };
    await call(person, 'POST', '/api/referral/calculations', body);
  }
  await call(person, 'POST', '/api/checkin/claim', { userId }, [200, 409]);
}

/**
 * Repeats the call until it is answered: a call without an acknowledgement may have taken effect or not, and is
 * repeated unchanged.
 */
async function call(
  person: Person,
  method: string,
  path: string,
  body?: object,
  good: readonly number[] = [200],
): Promise<Record<string, unknown>> {
  const until = performance.now() + PATIENCE_MS;
  for (let tries = 0; ; tries += 1) {
    counts.calls += 1;
    if (tries > 0) counts.again += 1;
    await restarting;
    try {
      const response = await fetch(origin + path, {
        method,
        headers: { authorization: `tma ${person.launchData}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as Record<string, unknown>;
      if (good.includes(response.status)) return answer;
      if (response.status < 500 && response.status !== 429)
        throw new Refused(`${method} ${path}: ${JSON.stringify(answer)}`);
    } catch (cause) {
      if (cause instanceof Refused) throw cause;
      // Killed in the middle of an answer.
    }
    if (performance.now() > until) throw new Error(`${method} ${path} of ${person.id} was never answered`);
    await restarting;
    await new Promise((resolve) => setTimeout(resolve, Math.min(50 * 2 ** tries, 1000)));
  }
}

/** Waits until all points are complete, or no longer change. */
async function settled(): Promise<string[]> {
  let open = people;
  let missing = Number.POSITIVE_INFINITY;
  let progressAt = performance.now();
  for (;;) {
    const found: { readonly person: Person; readonly problem: string }[] = [];
    await many(open, async (person) => {
      const profile = await call(person, 'GET', `/api/user/${person.id}`);
      const problem = differs(profile, due.get(person.id));
      if (problem !== null) found.push({ person, problem });
    });
    if (found.length === 0) break;
    if (found.length < missing) progressAt = performance.now();
    missing = found.length;
    if (performance.now() - progressAt > STANDSTILL_MS) return found.map(({ problem }) => problem);
    open = found.map(({ person }) => person);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  // All users once more: nothing has been counted twice in between.
  const problems: string[] = [];
  await many(people, async (person) => {
    const profile = await call(person, 'GET', `/api/user/${person.id}`);
    const problem = differs(profile, due.get(person.id));
    if (problem !== null) problems.push(problem);
  });
  return problems;
}

/** Findings of the operator's audit of the whole deployment. */
async function audited(deployment: TestServer): Promise<string[]> {
  const where =
    CHOSEN_DEPLOYMENT === 'machine' ? ['--database', deployment.databasePath] : ['--from', deployment.origin];
  const { code, output } = await runProcess([process.execPath, 'api/ops/ledger.ts', 'audit', ...where], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    limitMs: 600_000,
    env: { MOVE_SECRET },
  });
  process.stdout.write(output);
  return code === 0 ? [] : [`the audit ended with ${code}`];
}

function differs(profile: Record<string, unknown>, expected: Due | undefined): string | null {
  const wrong = Object.entries(expected ?? {}).find(([name, value]) => profile[name] !== value);
  return wrong === undefined
    ? null
    : `user ${profile['id']}: ${wrong[0]} is ${profile[wrong[0]]}, not ${wrong[1]}`;
}

async function many<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
