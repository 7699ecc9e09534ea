/** The voucher of a badge is the same while it is valid, on either database. */
import { Address } from '@ton/core';
import { describe, expect, test } from 'vitest';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { sbtTables } from '#api/sbt/tables.ts';
import { type Signer, signerOf } from '#api/sbt/voucher.ts';
import { eraseVouchers, type VoucherRequest, voucherFor } from '#api/sbt/vouchers.ts';
import type { WithSql } from '../runtime/sqlite/sqlite-conformance.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = 1_800_000_000_000;
const address = (byte: string) => Address.parse(`0:${byte.repeat(32)}`);
const REQUEST: VoucherRequest = {
  userId: 42,
  collection: address('ab'),
  owner: address('cd'),
  badge: 106,
  content: 'en/lev_6.json',
};
const SIGNER = signerOf('07'.repeat(32));

export function vouchersConformance(name: string, on: WithSql): void {
  describe(name, () => {
    /** Requests vouchers in order on a fresh database; returns the expiry of each, in milliseconds from now. */
    const asked = async (
      ...requests: readonly { at?: number; signer?: Signer; different?: Partial<VoucherRequest> }[]
    ) => {
      let times: number[] = [];
      await on((sql) => {
        migrate(sql, sbtTables.migrations, 0);
        times = requests.map(({ at = 0, signer = SIGNER, different = {} }) => {
          const { validUntil } = voucherFor(sql, { ...REQUEST, ...different }, signer, NOW + at);
          return validUntil * 1000 - NOW;
        });
      });
      return times;
    };

    test('it is valid for a day and the same until then', async () => {
      const last = { at: DAY_MS };
      expect(await asked({}, { at: 1000 }, { at: DAY_MS / 2 }, last)).toEqual([
        DAY_MS,
        DAY_MS,
        DAY_MS,
        DAY_MS,
      ]);
    });

    test('after its time a new one is made', async () => {
      expect(await asked({}, { at: DAY_MS + 1000 })).toEqual([DAY_MS, 2 * DAY_MS + 1000]);
    });

    test.each([
      ['another key', { signer: signerOf('08'.repeat(32)) }],
      ['another wallet', { different: { owner: address('ef') } }],
      ['another collection', { different: { collection: address('ef') } }],
      ['another badge', { different: { badge: 107 } }],
      ['another user', { different: { userId: 43 } }],
    ])('%s gets its own voucher', async (_, other) => {
      expect(await asked({}, { at: 1000, ...other })).toEqual([DAY_MS, DAY_MS + 1000]);
    });

    test('it is the same after the clock was set back', async () => {
      expect(await asked({ at: 1000 }, {}, { at: 1000 - DAY_MS / 24 })).toEqual([
        DAY_MS + 1000,
        DAY_MS + 1000,
        DAY_MS + 1000,
      ]);
    });

    test('one made by a clock far ahead is not given out again', async () => {
      expect(await asked({ at: 30 * DAY_MS }, {})).toEqual([31 * DAY_MS, DAY_MS]);
    });

    test('it keeps its text and does not reveal whose wallet it is for', async () => {
      await on((sql) => {
        migrate(sql, sbtTables.migrations, 0);
        voucherFor(sql, REQUEST, SIGNER, NOW);
        const again = voucherFor(sql, { ...REQUEST, content: 'ru/lev_6.json' }, SIGNER, NOW + 1000);
        expect(again).toEqual({ ...withoutUser(REQUEST), validUntil: (NOW + DAY_MS) / 1000 });
        const rows = sql.all('SELECT * FROM vouchers');
        expect(rows).toHaveLength(1);
        expect(JSON.stringify(rows)).not.toMatch(/cdcd|abab/);
        eraseVouchers(sql, 42);
        expect(sql.all('SELECT * FROM vouchers')).toEqual([]);
      });
    });
  });
}

function withoutUser({ userId: _, ...rest }: VoucherRequest): Omit<VoucherRequest, 'userId'> {
  return rest;
}
