/** Accounts with a past for the gallery's screens, made by the product's own rules at one fixed time. */

import { keepCalculations } from '#api/calculations/inputs.ts';
import { migrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { savePerson } from '#api/users/users.ts';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { recordId } from '#tests/bench/populate.ts';
import { NOW } from '#tests/gallery/moment.ts';
import type { TestUser } from '#tests/support/launch.ts';
import { clockAt, type LedgerRig, ledgerRig } from '#tests/support/ledger.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const DAYS_OF_USE = 9;

interface Friend {
  readonly username: string | null;
  readonly isPremium: boolean;
  /** Their points, whole iRICH. */
  readonly points: number;
}

const FRIENDS: readonly Friend[] = [
  { username: 'marta_swing', isPremium: true, points: 12_640 },
  { username: 'boris_k', isPremium: false, points: 3120 },
  { username: 'longest_possible_username_in_app', isPremium: true, points: 640_000 },
  { username: 'teo', isPremium: false, points: 730 },
  { username: null, isPremium: false, points: 20 },
  { username: 'nadia_defi', isPremium: true, points: 58_200 },
  { username: 'kostya_grid', isPremium: false, points: 1480 },
  { username: 'lin_wei', isPremium: false, points: 240 },
  { username: 'oleg_spot', isPremium: false, points: 9020 },
  { username: 'sara_hodl', isPremium: true, points: 110 },
  { username: 'ivan_scalp', isPremium: false, points: 510 },
  { username: 'june', isPremium: false, points: 0 },
];

const CALCULATIONS: readonly (readonly [CalculationType, object])[] = [
  [
    'RiskMoney',
    { ...prices('LONG', '64120.5', '62800', '68400'), symbol: 'BTC', riskAmount: '100', leverage: '5' },
  ],
  [
    'RiskPercent',
    {
      ...prices('SHORT', '3412.07', '3520', '3100'),
      symbol: 'ETH',
      riskPercent: '2',
      depositAmount: '5000',
      leverage: '3',
    },
  ],
  [
    'AveragePosition',
    {
      positionType: 'LONG',
      quantityType: 'percentage',
      entries: [
        ['2', '201.33'],
        ['3', '188'],
      ],
      takeProfits: [['230', '50']],
    },
  ],
  [
    'TakeProfitStopLoss',
    {
      positionType: 'LONG',
      calculationType: 'percent',
      entryPrice: '0.00001234',
      takeProfit: '12',
      stopLoss: '4',
    },
  ],
  [
    'ElliottWave',
    { positionType: 'LONG', startPrice: '58000', endPrice: '64120', choices: { 2: { level: 1 } } },
  ],
  [
    'Staking',
    { apr: '12', depositAmount: '1000', days: '90', autoCompound: true, warmUpDays: '5', accrualDelay: '1' },
  ],
];

/**
 * Writes the accounts into a new database: `filled` with friends, days and calculations, `frozen` with a
 * freeze that covers yesterday, `empty` with onboarding only.
 */
export async function seed(
  path: string,
  accounts: Readonly<Record<'filled' | 'frozen' | 'empty', readonly TestUser[]>>,
): Promise<void> {
  const sql = openBetterSqlite3(path);
  sql.pragma('synchronous = OFF');
  const rig = ledgerRig(sql, clockAt(NOW - DAYS_OF_USE * DAY), migrations);
  for (const user of [...accounts.filled, ...accounts.frozen, ...accounts.empty])
    await enter(rig, user, null);
  for (const user of accounts.filled) {
    for (const [index, friend] of FRIENDS.entries()) await invite(rig, user, friend, index);
  }
  for (let day = 0; day < DAYS_OF_USE; day += 1) {
    for (const user of accounts.filled) await spendDay(rig, user, day);
    for (const user of day < DAYS_OF_USE - 1 ? accounts.frozen : []) {
      await rig.execute(user.id, { type: 'claim_check_in' });
    }
    rig.clock.at += DAY;
  }
  sql.close();
}

async function enter(rig: LedgerRig, user: TestUser, referrer: number | null): Promise<void> {
  await rig.execute(user.id, {
    type: 'register',
    firstAuthDate: Math.floor(rig.clock.at / 1000) - 60,
    premium: user.is_premium === true,
    referrer,
    referrerRegistered: referrer !== null,
  });
  await rig.execute(user.id, { type: 'complete_onboarding' });
  await rig.alone(({ sql }) => {
    savePerson(
      sql,
      {
        id: user.id,
        firstName: user.first_name,
        lastName: null,
        username: user.username ?? null,
        languageCode: user.language_code ?? null,
        photoUrl: null,
        premium: user.is_premium === true,
      },
      null,
      rig.clock.at,
    );
  });
}

async function invite(
  rig: LedgerRig,
  { id: host }: TestUser,
  { username, isPremium, points }: Friend,
  index: number,
) {
  const id = host + 1 + index;
  const person = {
    id,
    first_name: 'Friend',
    is_premium: isPremium,
    ...(username === null ? {} : { username }),
  };
  await enter(rig, person, host);
  if (points === 0) return;
  const reason = 'carried over';
  await rig.execute(id, {
    type: 'correct',
    correctionId: `c${id}`,
    bucket: 'activity',
    amount: points * 1000,
    reason,
  });
}

async function spendDay(rig: LedgerRig, user: TestUser, day: number): Promise<void> {
  // A day without a visit in the middle, after which the streak started over.
  if (day !== 1) await rig.execute(user.id, { type: 'claim_check_in' });
  for (const [index, [calculationType, inputs]] of CALCULATIONS.entries()) {
    const at = rig.clock.at - 2 * HOUR + index * 11 * 60_000;
    await rig.alone((writer) => {
      const done = writer.execute(user.id, {
        type: 'record_calculation',
        recordId: recordId(at, day * 10 + index),
        calculationType,
        occurredAt: at,
        sentAt: rig.clock.at,
      });
      if (!done.ok) throw new Error(done.error.type);
      for (const { seq } of done.events) {
        keepCalculations(writer.sql, user.id, [{ seq, inputs: JSON.stringify(inputs), revision: 0 }]);
      }
    });
  }
}

function prices(positionType: string, entryPrice: string, stopLossPrice: string, takeProfitPrice: string) {
  return { positionType, entryPrice, stopLossPrice, takeProfitPrice };
}
