/**
 * `npm run load [-- --users 10000] [--kills 5] [--records 3] [--at-once 32]`: people of three levels of invitations calculate
 * against the home that IRICH_HOME names, while it is killed and started again. In the end everything acknowledged is there,
 * once, every credit has arrived, and the audit finds nothing. Ends with 1 where that is not so.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MOVE_SECRET } from '#tests/support/deployment.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { HOME, startServer, type TestServer } from '#tests/support/server.ts';
import { type Due, dueOf, makePeople, type Person } from './people.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '5' },
    records: { type: 'string', default: '3' },
    'at-once': { type: 'string', default: '32' },
  },
});
const users = Number(values.users);
const kills = Number(values.kills);
/** How long points may stand still, while some are missing, before they count as lost. */
const STANDSTILL_MS = 60_000;

/** The server understood, and said no: asking again would not help. */
class Refused extends Error {}

const people = makePeople(users, Number(values.records));
const due = dueOf(people);
const server = await startServer({ logTo: '/dev/null', env: { MOVE_SECRET } });
let problems: string[];
const counts = { calls: 0, again: 0, restarts: 0 };
const from = performance.now();
let restarting: Promise<void> | null = null;
try {
  await work(server);
  problems = [...(await settled(server)), ...(await audited(server))];
} finally {
  await server.stop();
}
const took = ((performance.now() - from) / 1000).toFixed(0);
for (const problem of problems.slice(0, 20)) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${users} users, ${counts.calls} calls, ${counts.again} of them again, ${counts.restarts} kills, ${took} s: ${problems.length} problems\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Levels one after the other: whoever invites is registered first. */
async function work(home: TestServer): Promise<void> {
  const levels = [0, 1, 2].map((level) => people.filter((person) => person.level === level));
  let done = 0;
  for (const level of levels) {
    await many(level, async (person) => {
      await act(home, person);
      done += 1;
      if (done >= ((counts.restarts + 1) * users) / (kills + 1) && counts.restarts < kills)
        await restart(home);
    });
  }
}

function restart(home: TestServer): Promise<void> {
  counts.restarts += 1;
  restarting = home
    .kill()
    .then(() => home.restart())
    .finally(() => {
      restarting = null;
    });
  return restarting;
}

async function act(home: TestServer, person: Person): Promise<void> {
  const { id: userId, recordIds } = person;
  await call(home, person, 'POST', '/api/user/register', { id: userId });
  await call(home, person, 'POST', '/api/user/onboarding', { userId });
  for (const id of recordIds) {
    const body = { userId, id, calculationType: 'RiskMoney', inputs: { riskAmount: '100' } };
    await call(home, person, 'POST', '/api/referral/calculations', body);
  }
  await call(home, person, 'POST', '/api/checkin/claim', { userId }, [200, 409]);
}

/** Asks until it is answered: what was not acknowledged may have happened or not, and is asked for again as it was. */
async function call(
  home: TestServer,
  person: Person,
  method: string,
  path: string,
  body?: object,
  good: readonly number[] = [200],
): Promise<Record<string, unknown>> {
  for (let tries = 0; ; tries += 1) {
    counts.calls += 1;
    if (tries > 0) counts.again += 1;
    await restarting;
    try {
      const response = await fetch(home.origin + path, {
        method,
        headers: { authorization: `tma ${person.launchData}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as Record<string, unknown>;
      if (good.includes(response.status)) return answer;
      if (response.status < 500) throw new Refused(`${method} ${path}: ${JSON.stringify(answer)}`);
    } catch (cause) {
      if (cause instanceof Refused) throw cause;
      // Killed in the middle of an answer.
    }
    if (tries > 200) throw new Error(`${method} ${path} of ${person.id} was never answered`);
    await restarting;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until nobody's points are missing any more, or stand still. */
async function settled(home: TestServer): Promise<string[]> {
  let open = people;
  let missing = Number.POSITIVE_INFINITY;
  let progressAt = performance.now();
  for (;;) {
    const found: { readonly person: Person; readonly problem: string }[] = [];
    await many(open, async (person) => {
      const profile = await call(home, person, 'GET', `/api/user/${person.id}`);
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
  // Once more everybody: nothing has come twice meanwhile.
  const problems: string[] = [];
  await many(people, async (person) => {
    const profile = await call(home, person, 'GET', `/api/user/${person.id}`);
    const problem = differs(profile, due.get(person.id));
    if (problem !== null) problems.push(problem);
  });
  return problems;
}

/** What the operator's audit of the whole home finds. */
async function audited(home: TestServer): Promise<string[]> {
  const where = HOME === 'machine' ? ['--database', home.databasePath] : ['--from', home.origin];
  const { code, output } = await runProcess([process.execPath, 'api/cli/ledger.ts', 'audit', ...where], {
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
  await Promise.all(Array.from({ length: Number(values['at-once']) }, lane));
}
