/** What a dishonest operator does, each a minute before a day ends, and what honest phones must find once it is published. */
import type { NodeSqlite } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { SqlValue } from '#api/runtime/sqlite/port.ts';
import type { Pages } from '#tests/api/proof/mortal-databases.ts';
import { rebuildAll, rehash, tamper } from '#tests/support/attacks.ts';
import { LOG, type Operator, OTHER_LOG } from './operator.ts';
import type { Trader } from './trader.ts';
import type { World } from './world.ts';

/**
 * What a phone must find at its next check, or by the victim's passport; null if it must find nothing, `any` if the act does
 * not have to show to this phone.
 */
export type Expectation = RegExp | 'any' | null;

/** Days without an entry are told to the user, and are no fault. */
export const DAYS_MISSING = /^days missing$/;

const LOSS = /^leaf (lower|rewritten|withheld|absent)$/;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Another key under the name of the log's own. */
const FORGED = { key: LOG.key, sign: OTHER_LOG.sign };

export interface Act {
  readonly name: string;
  /** After so many published days all phones that must find it have done so; by default 2. */
  readonly days?: number;
  /** @returns what each phone must find */
  readonly commit: (world: World) => Promise<(trader: Trader) => Expectation>;
}

export const ACTS: readonly Act[] = [
  {
    name: 'a total is changed, and the events stay',
    async commit({ operator, victim, chance }) {
      const thousandths = chance.pick([-1, 1, 5000]);
      operator.edit('ledgers', (sql) =>
        sql.run('UPDATE accounts SET total = total + ? WHERE user_id = ?', thousandths, victim.userId),
      );
      return (trader) => (trader === victim ? /^leaf total$/ : null);
    },
  },
  {
    name: 'an event is changed, and all hashes and totals after it',
    async commit({ operator, victim }) {
      operator.edit('ledgers', (sql) => {
        tamper(sql, victim.userId, (events) =>
          events.map((event) => ({ ...event, data: event.data.replace('RiskMoney', 'Staking') })),
        );
        rehash(sql, victim.userId);
        rebuildAll(sql);
      });
      await operator.begin();
      const must = victim.lastRight() === null ? 'any' : /^leaf rewritten$/;
      return (trader) => (trader === victim ? must : null);
    },
  },
  {
    name: 'a day is published with an older total of a user',
    async commit({ operator, victim, due }) {
      const seq = (victim.lastRight()?.leaf?.seq ?? 0) - 1;
      if (seq < 1) return (trader) => (trader === victim ? 'any' : null);
      setBack(operator, victim.userId, seq);
      await operator.until(due + 1);
      operator.edit('ledgers', rebuildAll);
      return (trader) => (trader === victim ? /^leaf lower$/ : null);
    },
  },
  {
    name: 'ledgers are set back, and the restore is not told',
    async commit(world) {
      const { operator, traders } = world;
      const copy = world.oldestCopy();
      const before = new Map(traders.map((trader) => [trader, trader.lastRight()?.leaf?.seq ?? 0]));
      await restoreSecretly(operator, copy);
      const seqs = seqsOf(operator);
      return (trader) => {
        const isLost = (before.get(trader) ?? 0) > (seqs.get(trader.userId) ?? 0);
        return isLost ? LOSS : 'any';
      };
    },
  },
  {
    name: 'days are taken back and published again',
    async commit(world) {
      const { operator } = world;
      await operator.until(world.due);
      await world.checkAll();
      const seen = new Set(world.traders.filter((trader) => trader.findings.at(-1)?.isRight === true));
      await operator.begin({ pages: world.beforeDay(), asksWitness: false });
      await operator.until(world.due + 1);
      return (trader) => (seen.has(trader) ? /^consistent fork$/ : 'any');
    },
  },
  {
    name: 'the log is signed by another key, and no change is published',
    async commit({ operator, chance }) {
      await operator.begin({ signer: chance.pick([OTHER_LOG, FORGED]), asksWitness: false });
      return () => /^signed signature$/;
    },
  },
  {
    name: 'a user gets no proof of a published day',
    async commit({ victim }) {
      const must = victim.lastRight() === null ? 'any' : /^leaf absent$/;
      victim.network.hidesProof = true;
      return (trader) => (trader === victim ? must : null);
    },
  },
  {
    name: 'a restore is told, and from then on a user is left out',
    days: 4,
    async commit(world) {
      const { operator, victim, due } = world;
      await operator.begin({ pages: withLedgersOf(operator.pages(), world.oldestCopy()) });
      await operator.until(due + 1);
      await world.checkAll();
      victim.network.hidesProof = true;
      return (trader) => (trader === victim ? /^leaf absent$/ : null);
    },
  },
  {
    name: 'no day is shown any more',
    async commit({ operator, traders, due }) {
      const asItWas = await operator.twin(operator.clock);
      for (const trader of traders) trader.network.log = asItWas;
      const seen = new Set(traders.filter((trader) => trader.lastRight() !== null));
      await operator.until(due + 13 * HOUR);
      return (trader) => (seen.has(trader) ? DAYS_MISSING : null);
    },
  },
  {
    name: 'two histories are shown to two groups of users',
    async commit({ operator, victim, traders, due }) {
      const clock = { at: operator.clock.at, now: () => clock.at };
      const other = await operator.twin(clock);
      await other.until(due + 1);
      for (const trader of traders) if (trader !== victim) trader.network.log = other;
      return (trader) => (trader === victim ? null : /^passport fork$/);
    },
  },
  {
    name: 'days are published that no witness has signed',
    async commit({ operator, isWitnessed }) {
      await operator.begin({ asksWitness: false });
      return () => (isWitnessed ? /^signed quorum$/ : null);
    },
  },
  {
    name: 'a restore is told, and a later one is not',
    days: 3,
    async commit(world) {
      const { operator, traders, due } = world;
      const copy = world.oldestCopy();
      await operator.begin({ pages: withLedgersOf(operator.pages(), copy) });
      // Around midnight a restore is told by the entries of both days.
      for (const published of [due, due + DAY]) {
        await operator.until(published + 1);
        await world.checkAll();
      }
      const watching = new Set(traders.filter((trader) => trader.findings.at(-1)?.isRight === true));
      await operator.until(due + DAY + HOUR);
      for (const trader of traders) await trader.checkIn();
      await world.checkAll();
      const before = seqsOf(operator);
      await restoreSecretly(operator, copy);
      return (trader) => {
        const isLost = (before.get(trader.userId) ?? 0) > (seqsOf(operator).get(trader.userId) ?? 0);
        return isLost && watching.has(trader) ? LOSS : 'any';
      };
    },
  },
];

/** The user's account as it was at an older event; the events stay. */
function setBack(operator: Operator, userId: number, seq: number): void {
  operator.edit('ledgers', (sql) =>
    sql.run(
      `UPDATE accounts SET (seq, hash, total) =
         (SELECT seq, hash, (SELECT sum(award) FROM events AS older WHERE older.user_id = one.user_id AND older.seq <= one.seq)
          FROM events AS one WHERE one.user_id = accounts.user_id AND one.seq = ?)
       WHERE user_id = ?`,
      seq,
      userId,
    ),
  );
}

interface Memory {
  readonly table: 'published' | 'log_marks';
  readonly rows: readonly Readonly<Record<string, SqlValue>>[];
}

/** What the ledgers remember of the log: a restored copy with this memory hides the restore. */
function memoryOf(sql: NodeSqlite): Memory[] {
  return (['published', 'log_marks'] as const).map((table) => ({
    table,
    rows: sql.all(`SELECT * FROM ${table}`),
  }));
}

function keepMemory(sql: NodeSqlite, memory: readonly Memory[]): void {
  for (const { table, rows } of memory)
    for (const row of rows)
      sql.run(
        `INSERT OR REPLACE INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`,
        ...Object.values(row),
      );
}

/** The ledgers are those of the copy, and remember the log as if they had never been replaced. */
async function restoreSecretly(operator: Operator, copy: Pages): Promise<void> {
  const memory: Memory[] = [];
  operator.edit('ledgers', (sql) => void memory.push(...memoryOf(sql)));
  await operator.begin({ pages: withLedgersOf(operator.pages(), copy) });
  operator.edit('ledgers', (sql) => keepMemory(sql, memory));
}

/** How many events each user has. */
function seqsOf(operator: Operator): Map<number, number> {
  const seqs = new Map<number, number>();
  operator.edit('ledgers', (sql) => {
    const accounts = sql.all<{ id: number; seq: number }>('SELECT user_id AS id, seq FROM accounts');
    for (const { id, seq } of accounts) seqs.set(id, seq);
  });
  return seqs;
}

export function withLedgersOf(pages: Pages, copy: Pages): Pages {
  const ledgers = copy.get('ledgers');
  return new Map([...pages, ...(ledgers === undefined ? [] : [['ledgers', ledgers] as const])]);
}
