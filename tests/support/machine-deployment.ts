/** All ledgers in one database, as on a single machine; its timers are in the test's hand. */
import { v7 } from 'uuid';
import { createBotClient } from '#api/bot/client.ts';
import { openMachine } from '#api/deployments/machine/open-machine.ts';
import { migrations, proofMigrations } from '#api/migrations.ts';
import type { Cosign } from '#api/proof/cosign.ts';
import { newSeed } from '#api/runtime/ed25519.ts';
import { readText } from '#api/runtime/read-text.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { CALLS } from '#core/contract/calls.ts';
import { TOKEN } from './deployment.ts';
import {
  ANSWER_LIMIT_MS,
  commonParts,
  type DeploymentSeams,
  hmacHex,
  publicParts,
  rowsOf,
  type TestDeployment,
} from './test-deployment.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** @param sql the database; by default an empty one in memory. */
export async function openMachineDeployment(
  seams: DeploymentSeams,
  sql: NodeSqlite = openBetterSqlite3(':memory:'),
): Promise<TestDeployment> {
  const { clock } = seams;
  migrate(sql, migrations, clock.now());
  const proofSql = seams.proof?.sql ?? openBetterSqlite3(':memory:');
  migrate(proofSql, proofMigrations, clock.now());
  const timers = new Set<Timer>();

  function after(ms: number, run: () => void): () => void {
    const own: Timer = { at: clock.now() + ms, run };
    timers.add(own);
    return () => void timers.delete(own);
  }

  function nextTimer(): Timer | undefined {
    return [...timers].reduce<Timer | undefined>(
      (first, timer) => (first === undefined || timer.at < first.at ? timer : first),
      undefined,
    );
  }

  /** Calls of the running process that have not settled. */
  let calls = { open: 0 };

  function start() {
    calls = { open: 0 };
    const { config, notifier, bot, ready = () => ({ problems: [], checkedAt: clock.now() }) } = seams;
    const { config: publicConfig, ...outside } = publicParts(seams);
    const common = commonParts(seams);
    const machine = openMachine({
      ...common,
      ...outside,
      calendar: common.calendar,
      config: {
        ...config,
        ...publicConfig,
        botWebhookSecret: bot?.secret ?? null,
        readOnly: seams.readOnly?.(0) ?? false,
      },
      fetch: counting(wholeAnswer, calls),
      sql,
      hmacHex,
      schedule: setImmediate,
      after,
      onFault: seams.onFault ?? (() => {}),
      ...(seams.longestMs === undefined ? {} : { longestMs: seams.longestMs }),
      proof: proofParts(),
      botApi: bot === undefined ? null : countedClient(bot.apiUrl, calls),
      ...(notifier === undefined ? {} : { notifier: { tell: counting(notifier.tell, calls) } }),
      openReadiness: () => ({ report: ready, stop() {} }),
    });
    machine.start();
    return machine;
  }

  function proofParts() {
    if (seams.proof === undefined) return null;
    const { signers, cosign, keyChanges = null, truncateLog, readLeaves } = seams.proof;
    const own = calls;
    return {
      sql: proofSql,
      origin: signers[0]?.key.name ?? '',
      signers,
      ...(cosign === undefined ? {} : { cosign: waitedFor(cosign) }),
      keyChanges,
      ...(truncateLog === undefined ? {} : { truncateLog }),
      ...(readLeaves === undefined ? {} : { readLeaves }),
      pause: counting(() => new Promise<void>(setImmediate), own),
      newBuild: v7,
      newSecret: seams.proof.newSecret ?? newSeed,
    };
  }

  function waitedFor(cosign: Cosign): Cosign {
    const { ask, elsewhere } = cosign;
    const own = calls;
    return {
      ...cosign,
      ask: counting(ask, own),
      ...(elsewhere === undefined ? {} : { elsewhere: counting(elsewhere, own) }),
    };
  }

  async function ring(isOver = () => false): Promise<number> {
    await machine.ledger.idle();
    let rung = 0;
    for (let due = nextTimer(); due !== undefined && due.at <= clock.at && !isOver(); due = nextTimer()) {
      timers.delete(due);
      rung += 1;
      due.run();
      do await new Promise(setImmediate);
      while (calls.open > 0);
    }
    return rung;
  }

  /** Null while there is nothing to show. */
  async function read<T>(path: string): Promise<T | null> {
    const answer = await machine.app.request(path);
    return answer.status === 503 ? null : ((await answer.json()) as T);
  }

  let machine = start();
  return {
    fetch: async (request) => machine.app.fetch(request),
    look: async (_, work) => work(sql),
    inPrices: (work) => work(sql),
    publicData: {
      overview: () => read(CALLS.market.path),
      coins: () => read(CALLS.coins.path),
      calendar: () => read(CALLS.calendar.path),
    },
    lookAtLog: async (work) => work(proofSql),
    dump: async () => JSON.stringify(rowsOf(sql)),
    databases: async () => 1,
    async restart() {
      machine.halt();
      machine = start();
    },
    ring: () => ring(),
    async until(at, isOver = () => false) {
      for (await ring(isOver); clock.at < at && !isOver(); await ring(isOver))
        clock.at = Math.min(at, nextTimer()?.at ?? at);
    },
    async settle() {
      for (await ring(); machine.nextAt() !== null; await ring())
        clock.at = Math.max(clock.at, machine.nextAt() ?? 0);
    },
  };
}

/** More than is read of any answer, bytes. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Fetches the body along with the head, so that an answer that has come is ready to be read. */
async function wholeAnswer(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  return new Response((await readText(answer.body, MOST_BYTES)) ?? ' '.repeat(MOST_BYTES), answer);
}

function countedClient(apiUrl: string, calls: { open: number }) {
  const api = createBotClient({ token: TOKEN, apiUrl, fetch, limitMs: ANSWER_LIMIT_MS });
  api.config.use((call, method, payload, signal) => counting(call, calls)(method, payload, signal));
  return api;
}

function counting<Args extends readonly unknown[], T>(
  call: (...args: Args) => Promise<T>,
  calls: { open: number },
): (...args: Args) => Promise<T> {
  return async (...args) => {
    calls.open += 1;
    try {
      return await call(...args);
    } finally {
      calls.open -= 1;
    }
  };
}
