/** All ledgers in one database in memory, as on a single machine; its timer is in the test's hand. */
import { createApp } from '#api/app.ts';
import { neighboursInDatabase } from '#api/exchange/same-database.ts';
import { openLedger } from '#api/ledger/ledger.ts';
import { migrations } from '#api/migrations.ts';
import { noticesByTimer } from '#api/notices/by-timer.ts';
import type { Notifier } from '#api/notices/notifier.ts';
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import { migrate } from '#api/sqlite/migrations.ts';
import { commonParts, type HomeSeams, hmacHex, rowsOf, sha256, type TestHome } from './homes.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export async function openMachineHome(seams: HomeSeams): Promise<TestHome> {
  const { clock } = seams;
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, migrations, clock.now());
  let timer: Timer | null = null;

  function after(ms: number, run: () => void): () => void {
    const own: Timer = { at: clock.now() + ms, run };
    timer = own;
    return () => {
      if (timer === own) timer = null;
    };
  }

  function start() {
    const onFault = () => {};
    const readOnly = seams.readOnly?.(0) ?? false;
    /** Calls that have not settled. */
    const calls = { open: 0 };
    const notifier: Notifier | null = seams.notifier === undefined ? null : counting(seams.notifier, calls);
    const notices = noticesByTimer({ sql, clock, notifier, readOnly, after, onFault });
    const ledger = openLedger({
      ...notices.ofLedger,
      sql,
      clock,
      sha256,
      hmac: hmacHex,
      schedule: setImmediate,
      readOnly,
    });
    const neighbours = neighboursInDatabase(sql, ledger.read);
    notices.start();
    return { ledger, notices, calls, app: createApp({ ...commonParts(seams), ledger, neighbours, sql }) };
  }

  async function ring(): Promise<number> {
    await process.ledger.idle();
    let rung = 0;
    for (let due = timer; due !== null && due.at <= clock.at; due = timer) {
      timer = null;
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
    dump: async () => JSON.stringify(rowsOf(sql)),
    databases: async () => 1,
    async restart() {
      process.notices.stop();
      process = start();
    },
    ring,
    async settle() {
      for (await ring(); timer !== null; await ring()) clock.at = timer.at;
    },
  };
}

function counting(notifier: Notifier, calls: { open: number }): Notifier {
  return {
    async tell(userId, notices) {
      calls.open += 1;
      try {
        return await notifier.tell(userId, notices);
      } finally {
        calls.open -= 1;
      }
    },
  };
}
