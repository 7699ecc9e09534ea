/** All ledgers in one database in memory, as on a single machine; its timers are in the test's hand. */
import { appLinkOf, createApp } from '#api/app.ts';
import { createBotClient } from '#api/bot/client.ts';
import { openBot } from '#api/bot/webhook.ts';
import { neighboursInDatabase } from '#api/exchange/same-database.ts';
import { openLedger } from '#api/ledger/ledger.ts';
import { ledgerReader } from '#api/ledger/reader.ts';
import { migrations } from '#api/migrations.ts';
import { noticesByTimer } from '#api/notices/by-timer.ts';
import type { Notifier } from '#api/notices/notifier.ts';
import { openNotifications } from '#api/notifications/on-machine.ts';
import { refreshByTimer } from '#api/public/by-timer.ts';
import { openPublicData } from '#api/public/data.ts';
import { dropByTimer } from '#api/share/by-timer.ts';
import { createPrepare } from '#api/share/prepare.ts';
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import { migrate } from '#api/sqlite/migrations.ts';
import { TOKEN } from './deployment.ts';
import { commonParts, type HomeSeams, hmacHex, publicParts, rowsOf, sha256, type TestHome } from './homes.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export async function openMachineHome(seams: HomeSeams): Promise<TestHome> {
  const { clock } = seams;
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, migrations, clock.now());
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

  function start() {
    const onFault = () => {};
    const readOnly = seams.readOnly?.(0) ?? false;
    /** Calls that have not settled. */
    const calls = { open: 0 };
    const appLink = appLinkOf(seams.config);
    const notifications =
      seams.bot === undefined
        ? null
        : openNotifications({
            sql,
            clock,
            account: ledgerReader(sql).account,
            appLink,
            api: countedClient(seams.bot.apiUrl, calls),
            readOnly,
            after,
            onFault,
          });
    const given = notifications?.notifier ?? seams.notifier;
    const notifier: Notifier | null = given === undefined ? null : { tell: counting(given.tell, calls) };
    const notices = noticesByTimer({ sql, clock, notifier, readOnly, after, onFault });
    const pictures = dropByTimer({ sql, clock, after, onFault });
    const ledger = openLedger({
      ...notices.ofLedger,
      onCommit() {
        notices.ofLedger.onCommit?.();
        pictures.wake();
        notifications?.onCommit();
      },
      sql,
      clock,
      sha256,
      hmac: hmacHex,
      schedule: setImmediate,
      readOnly,
    });
    const neighbours = neighboursInDatabase(sql, ledger.read);
    notices.start();
    notifications?.start();
    const secret = seams.bot?.secret ?? null;
    const botConfig = { botToken: TOKEN, botUsername: seams.config.botUsername, botWebhookSecret: secret };
    const webhook = notifications && openBot(botConfig, appLink, notifications.homes, onFault);
    const app = createApp({
      ...commonParts(seams),
      ...(webhook === null ? {} : { webhook }),
      ...(seams.bot === undefined
        ? {}
        : { prepare: createPrepare({ api: countedClient(seams.bot.apiUrl, calls), onFault }) }),
      ledger,
      neighbours,
      sql,
    });
    pictures.wake();
    const data = openPublicData({ ...publicParts(seams), sql, onFault });
    const stopRefreshing = refreshByTimer({
      data: { dueAt: data.dueAt, refresh: counting(data.refresh, calls) },
      clock,
      after,
      onRefreshed: () => notifications?.wake(),
      onFault,
    });
    return { ledger, notices, notifications, pictures, stopRefreshing, calls, app };
  }

  async function ring(): Promise<number> {
    await process.ledger.idle();
    let rung = 0;
    for (let due = nextTimer(); due !== undefined && due.at <= clock.at; due = nextTimer()) {
      timers.delete(due);
      rung += 1;
      due.run();
      do await new Promise(setImmediate);
      while (process.calls.open > 0);
    }
    return rung;
  }

  let process = start();
  return {
    fetch: async (request) => process.app.fetch(request),
    look: async (_, work) => work(sql),
    inPrices: (work) => work(sql),
    dump: async () => JSON.stringify(rowsOf(sql)),
    databases: async () => 1,
    async restart() {
      process.notices.stop();
      process.pictures.stop();
      process.stopRefreshing();
      process.notifications?.halt();
      process = start();
    },
    ring,
    async until(at) {
      for (await ring(); clock.at < at; await ring()) clock.at = Math.min(at, nextTimer()?.at ?? at);
    },
    async settle() {
      for (await ring(); timers.size > 0; await ring()) clock.at = nextTimer()?.at ?? clock.at;
    },
  };
}

/** How long a call of the service may take, milliseconds of true time. */
const LIMIT_MS = 300;

function countedClient(apiUrl: string, calls: { open: number }) {
  const api = createBotClient({ token: TOKEN, apiUrl, fetch, limitMs: LIMIT_MS });
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
