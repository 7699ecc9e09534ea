/**
 * Fills a database with ledgers made by the product's own rules: chained, with credits that have their sources
 * and matching account rows, so that an audit finds nothing. Durable only after it has finished.
 */
import { createHmac, hash } from 'node:crypto';
import { keepCalculations } from '#api/calculations/inputs.ts';
import { writeAccount } from '#api/ledger/accounts.ts';
import { addCredit, creditNames, markDelivered } from '#api/ledger/credit-rows.ts';
import { creditSecret } from '#api/ledger/credit-secret.ts';
import { appendEvents } from '#api/ledger/event-rows.ts';
import { needsRebuild } from '#api/ledger/rebuild.ts';
import { migrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { savePerson } from '#api/users/users.ts';
import { CALCULATION_TYPES } from '#core/calculators/catalogue.ts';
import type { Command } from '#core/points/commands.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { initialState, type LedgerState } from '#core/points/evolve.ts';
import { execute } from '#core/points/execute.ts';

export interface Population {
  readonly users: number;
  /** On average, credits included. */
  readonly eventsPerUser: number;
  /** The first user's id; the others follow. */
  readonly firstUser: number;
  /** The newest event is from about this time, milliseconds. */
  readonly now: number;
}

export const sha256 = (text: string): string => hash('sha256', text);
export const hmacHex = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** Users whose events are made together; the first of them invited every tenth of the others. */
const GROUP = 100;
const HOUR = 3_600_000;
const STEPS_APART = 12 * HOUR;

/** Returns the number of events. */
export function populate(path: string, population: Population): number {
  const sql = openBetterSqlite3(path);
  const migrated = migrate(sql, migrations, population.now);
  if (!migrated.ok) throw new Error('The database is newer than the code');
  // Called on an empty database, it marks the account rows as those of this version.
  if (needsRebuild(sql)) throw new Error(`There are events in ${path} already`);
  sql.pragma('journal_mode = OFF');
  sql.pragma('synchronous = OFF');
  sql.pragma('cache_size = -200000');
  let events = 0;
  for (let from = 0; from < population.users; from += GROUP) {
    const size = Math.min(GROUP, population.users - from);
    events += fillGroup(sql, population, population.firstUser + from, size);
  }
  sql.pragma('journal_mode = WAL');
  sql.close();
  return events;
}

function fillGroup(sql: Sql, population: Population, first: number, size: number): number {
  const names = creditNames(creditSecret(sql), hmacHex);
  const wanted = size * population.eventsPerUser;
  const began = population.now - Math.ceil(population.eventsPerUser) * STEPS_APART;
  const states = new Map<number, LedgerState>();
  const rows: StoredEvent[] = [];
  let made = 0;

  function run(userId: number, command: Command, at: number): void {
    const done = execute(states.get(userId) ?? initialState(userId), command, at, sha256);
    if (!done.ok) throw new Error(`${command.type} was refused: ${done.error.type}`);
    states.set(userId, done.state);
    rows.push(...done.events);
    for (const event of done.events) {
      for (const credit of done.credits) {
        addCredit(sql, names, event, credit);
        const { cause, basis, premium, target } = credit;
        const creditId = names.creditId(userId, event.eventId);
        const source = names.source(userId);
        const receive = { type: 'receive_credit', creditId, cause, source, basis, premium } as const;
        run(target, receive, at);
        const delivered = { sourceUser: userId, sourceSeq: event.seq, targetUser: target };
        markDelivered(sql, { ...delivered, attempts: 0, command: receive }, at);
      }
    }
  }

  sql.transaction(() => {
    for (let step = 0; rows.length < wanted; step += 1) {
      for (let userId = first; userId < first + size && rows.length < wanted; userId += 1) {
        const at = began + step * STEPS_APART + (userId - first) * 1000;
        made += 1;
        run(
          userId,
          commandOf(step, { isInvited: userId % 10 === 9 && userId !== first, first, at, made }),
          at,
        );
      }
    }
    rows.sort((a, b) => a.userId - b.userId || a.seq - b.seq);
    for (const event of rows) {
      if (!appendEvents(sql, [event]))
        throw new Error(`Event ${event.seq} of user ${event.userId} is not new`);
      if (event.type === 'CalculationRecorded.v1') {
        keepCalculations(sql, event.userId, [{ seq: event.seq, inputs: INPUTS, revision: 0 }]);
      }
    }
    for (const state of states.values()) {
      writeAccount(sql, state);
      savePerson(sql, person(state.userId), null, population.now);
    }
  });
  return rows.length;
}

interface Step {
  readonly isInvited: boolean;
  /** Who invited them. */
  readonly first: number;
  readonly at: number;
  /** Different for every command of a group. */
  readonly made: number;
}

/** Registration, onboarding, then calculations with a check-in now and then. */
function commandOf(step: number, { isInvited, first, at, made }: Step): Command {
  if (step === 0) {
    const referrer = isInvited ? first : null;
    const firstAuthDate = Math.floor(at / 1000) - 60;
    return { type: 'register', firstAuthDate, premium: false, referrer, referrerRegistered: isInvited };
  }
  if (step === 1) return { type: 'complete_onboarding' };
  if (step % 8 === 2) return { type: 'claim_check_in' };
  const calculationType = CALCULATION_TYPES[step % CALCULATION_TYPES.length] ?? 'RiskMoney';
  return {
    type: 'record_calculation',
    recordId: recordId(at, made),
    calculationType,
    occurredAt: at - 2000,
    sentAt: at,
  };
}

/** A UUID of version 7, as devices make them. */
export function recordId(at: number, serial: number): string {
  const time = at.toString(16).padStart(12, '0');
  const low = serial.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8${low.slice(0, 3)}-${low.padStart(12, '0')}`;
}

export const INPUTS = JSON.stringify({
  positionType: 'LONG',
  riskAmount: '100',
  leverage: '10',
  entryPrice: '64250.5',
  stopLossPrice: '63000',
  takeProfitPrice: '70000',
});

function person(id: number) {
  return {
    id,
    firstName: 'Anna',
    lastName: 'Petrova',
    username: `trader_${id}`,
    languageCode: 'en',
    photoUrl: null,
    premium: false,
  };
}
