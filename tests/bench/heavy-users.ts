/** Users with as much data as a phone will ever hold, beside one with none, made by the product's own rules. */

import { keepCalculations } from '#api/calculations/inputs.ts';
import { migrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { savePerson } from '#api/users/users.ts';
import { CALCULATION_TYPES } from '#core/calculators/catalogue.ts';
import type { Command } from '#core/points/commands.ts';
import { INPUTS, recordId } from '#tests/bench/populate.ts';
import type { TestUser } from '#tests/support/launch.ts';
import { clockAt, type LedgerRig, ledgerRig, register } from '#tests/support/ledger.ts';

const DAY = 86_400_000;
/** Records beyond this earn no points. */
const PAID_A_DAY = 30;
const TOGETHER = 500;

export const FRIENDS = 10_000;
export const RECORDS = 500;
export const EVENTS = 5000;

export const NEWCOMER: TestUser = {
  id: 6_000_000_001,
  first_name: 'Ada',
  username: 'ada',
  language_code: 'en',
};
export const POPULAR: TestUser = { ...NEWCOMER, id: 6_100_000_000 };
export const BUSY: TestUser = { ...NEWCOMER, id: 6_200_000_000 };

interface Step {
  readonly userId: number;
  readonly command: Command;
}

export async function fillHeavyUsers(path: string): Promise<void> {
  const sql = openBetterSqlite3(path);
  sql.pragma('synchronous = OFF');
  const began = Date.now() - 200 * DAY;
  const rig = ledgerRig(sql, clockAt(began), migrations);
  await enter(
    rig,
    [NEWCOMER, POPULAR, BUSY].map(({ id }) => id),
    null,
    'ada',
  );
  await enter(rig, range(FRIENDS, POPULAR.id + 1), POPULAR.id, 'friend');
  await enter(rig, range(5, BUSY.id + 1), BUSY.id, 'friend');
  await calculate(rig, BUSY.id, RECORDS, true);
  // Their friends' calculations make the rest of the events.
  let left = EVENTS - RECORDS - 7;
  for (const friend of range(5, BUSY.id + 1)) {
    const count = Math.min(left, Math.ceil((EVENTS - RECORDS) / 5));
    await calculate(rig, friend, count, false);
    left -= count;
  }
  const events = rig.ledger.read.account(BUSY.id)?.head.seq ?? 0;
  if (events < EVENTS - 100) throw new Error(`only ${events} events were made`);
  sql.close();
}

async function enter(
  rig: LedgerRig,
  ids: readonly number[],
  referrer: number | null,
  name: string,
): Promise<void> {
  await execute(
    rig,
    ids.flatMap((userId) => [
      { userId, command: register(referrer) },
      { userId, command: { type: 'complete_onboarding' } as const },
    ]),
  );
  await rig.alone(({ sql }) => {
    for (const id of ids) {
      savePerson(
        sql,
        {
          id,
          firstName: 'Friend',
          lastName: null,
          username: `${name}_${id}`,
          languageCode: 'en',
          photoUrl: null,
          premium: id % 3 === 0,
        },
        null,
        rig.clock.at,
      );
    }
  });
}

/** As many a day as earn points, day after day, from the start. */
async function calculate(rig: LedgerRig, userId: number, count: number, withInputs: boolean): Promise<void> {
  const began = rig.clock.at;
  for (let made = 0; made < count; made += PAID_A_DAY) {
    const today = range(Math.min(PAID_A_DAY, count - made), made);
    await rig.alone((writer) => {
      for (const index of today) {
        const done = writer.execute(userId, {
          type: 'record_calculation',
          recordId: recordId(rig.clock.at, index + 1),
          calculationType: CALCULATION_TYPES[index % CALCULATION_TYPES.length] ?? 'RiskMoney',
          occurredAt: rig.clock.at,
          sentAt: null,
        });
        if (!done.ok) throw new Error(done.error.type);
        const seq = done.events[0]?.seq;
        if (withInputs && seq !== undefined)
          keepCalculations(writer.sql, userId, [{ seq, inputs: INPUTS, revision: 0 }]);
      }
    });
    rig.clock.at += DAY;
  }
  rig.clock.at = began;
}

async function execute(rig: LedgerRig, steps: readonly Step[]): Promise<void> {
  for (let from = 0; from < steps.length; from += TOGETHER) {
    await rig.alone((writer) => {
      for (const { userId, command } of steps.slice(from, from + TOGETHER)) {
        const done = writer.execute(userId, command);
        if (!done.ok) throw new Error(`${command.type} was refused: ${done.error.type}`);
      }
    });
  }
}

function range(count: number, from: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}
