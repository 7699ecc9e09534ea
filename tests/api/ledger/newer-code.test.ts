/** A machine's database with events of newer code, in the hands of this version's commands and of what works without a request. */
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { hasPendingCredits } from '#api/ledger/credit-rows.ts';
import { openLedger } from '#api/ledger/ledger.ts';
import { needsRebuild, rebuild } from '#api/ledger/rebuild.ts';
import { ledgerTables } from '#api/ledger/tables.ts';
import { leafBefore } from '#api/proof/ledger-leaves.ts';
import { CALCULATION_TYPES } from '#core/calculators/catalogue.ts';
import { FACT_TYPES } from '#core/points/facts.ts';
import { RULES } from '#core/points/rules.ts';
import { audit } from '#tests/support/audit.ts';
import { hmacHex, sha256Hex } from '#tests/support/hashing.ts';
import { HOUR, record } from '#tests/support/ledger.ts';
import { appendNewer, noteNewerCode } from '#tests/support/newer-code.ts';
import { type MachineFile, makeMachineFile } from './machine-file.ts';

vi.setConfig({ testTimeout: 60_000 });

let made: MachineFile;
beforeEach(async () => {
  made = await makeMachineFile();
});
afterEach(() => made.remove());

const rowOf = (userId: number) => made.sql.get('SELECT * FROM accounts WHERE user_id = ?', userId);

it('is not corrected, and the command says why', async () => {
  noteNewerCode(made.sql);
  appendNewer(made.sql, 1, 'unknown rules', { at: made.rig.clock.at });
  const before = made.events();
  const { code, err } = await made.run('correct', '1', 'activity', '1', '--reason', 'test');
  expect([code, err]).toEqual([
    1,
    'Nothing was written: the ledger holds events of newer code: update first.\n',
  ]);
  expect(made.events()).toBe(before);
  expect((await made.run('correct', '2', 'activity', '1', '--reason', 'test')).code).toBe(0);
});

it('is audited up to the first event that this code does not know', async () => {
  noteNewerCode(made.sql);
  appendNewer(made.sql, 2, 'an unknown type', { at: made.rig.clock.at });
  const { code, out } = await made.run('audit');
  expect([code, out.split('\n').slice(3)]).toEqual([
    1,
    [
      expect.stringMatching(/^UPDATE TO VERIFY unknown_rules: user 2, event \d+: .+\(QuizAnswered\.v1\)$/),
      '',
    ],
  ]);
});

it('is sent credits that wait, and no audit accuses their senders', async () => {
  const { sql, rig } = made;
  noteNewerCode(sql);
  appendNewer(sql, 1, 'an unknown type', { at: rig.clock.at });
  const common = { sql, clock: rig.clock, sha256: sha256Hex, hmac: hmacHex };
  const ledger = openLedger({ ...common, isNewer: true, schedule: queueMicrotask });
  const sent = await ledger.transact((writer) => writer.execute(2, record('late', rig.clock.at)).ok);
  await ledger.idle();
  expect([sent, hasPendingCredits(sql)]).toEqual([{ ok: true, value: true }, true]);
  const { out } = await made.run('audit');
  expect(out).toContain('UPDATE TO VERIFY unknown_rules: user 1');
  expect(out).not.toContain('credit_waiting');
  // Where objects keep the ledgers, the sender does not see that of its referrer, and puts the credit off each hour.
  const kinds = (hours: number) => {
    const waiting = { now: rig.clock.at + hours * HOUR, ms: HOUR };
    return audit({ ...common, credits: 'elsewhere', waiting }).findings.map(({ kind }) => kind);
  };
  expect(kinds(1.5)).toEqual(['unknown_rules']);
  expect(kinds(2)).toEqual(['unknown_rules', 'credit_waiting']);
  sql.run('UPDATE credits SET attempts = 1 WHERE delivered_at IS NULL');
  expect(kinds(1.5)).toEqual(['unknown_rules', 'credit_waiting']);
});

it('keeps the row that newer code wrote of such a ledger when all are rebuilt', () => {
  appendNewer(made.sql, 1, 'an unknown type', { at: made.rig.clock.at, projection: 999 });
  made.sql.run("UPDATE meta SET value = '999' WHERE name = 'projection_version'");
  const before = rowOf(1);
  let last = { skipped: 0, users: 0 };
  for (const done of rebuild(made.sql)) last = done;
  expect([last.skipped, last.users, needsRebuild(made.sql)]).toEqual([1, 3, false]);
  expect(rowOf(1)).toEqual(before);
});

it('is published with all its points', () => {
  const { clock } = made.rig;
  const before = leafBefore(made.sql, 1, clock.at + 1);
  appendNewer(made.sql, 1, 'an unknown type', { at: clock.at, projection: 999 });
  expect(leafBefore(made.sql, 1, clock.at + 1)).toMatchObject({
    total: (before?.total ?? 0) + 7000,
    seq: (before?.seq ?? 0) + 1,
  });
});

test('new rules, calculators and types of events come with a migration that tells older code of them', () => {
  // Where this fails, add a migration without statements and with `opensFrom`, then name it here.
  expect({
    rules: Object.keys(RULES),
    calculators: CALCULATION_TYPES.length,
    types: [...FACT_TYPES].map((type) => type.replace('.v1', '')),
    newest: ledgerTables.migrations.at(-1)?.name,
  }).toEqual({
    rules: ['1', '2'],
    calculators: 6,
    types: [
      ...['Registered', 'OnboardingCompleted', 'CalculationRecorded', 'CheckInClaimed', 'CreditReceived'],
      ...['Correction', 'DataDeleted', 'WalletLinked', 'WalletUnlinked', 'PlanSealed', 'PlanRevealed'],
    ],
    newest: 'ledger-004',
  });
});
