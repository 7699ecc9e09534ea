/** The compiled contracts match their sources. */
import { readFileSync } from 'node:fs';
import { Cell } from '@ton/core';
import { expect, test } from 'vitest';
import { ARTEFACT, compileContracts } from '#api/ops/sbt/compile.ts';
import { badgeNumber } from '#api/sbt/contracts.ts';
import { MINT_FEE } from '#api/sbt/messages.ts';
import { ALL_BADGES, BADGE_FAMILIES, BADGE_TIERS } from '#core/points/badges.ts';
import { EXIT_CODES } from './exit-codes.ts';

const source = (name: string) =>
  readFileSync(new URL(`../../../api/sbt/contract/${name}.tolk`, import.meta.url), 'utf8');

test('the sources compile to the artefact, byte for byte', async () => {
  expect(await compileContracts()).toBe(readFileSync(ARTEFACT, 'utf8'));
});

test('its hashes match its code', () => {
  const { collection, badge } = JSON.parse(readFileSync(ARTEFACT, 'utf8')) as Record<
    string,
    { hash: string; code: string }
  >;
  for (const one of [collection, badge]) {
    expect(
      Cell.fromBase64(one?.code ?? '')
        .hash()
        .toString('hex'),
    ).toBe(one?.hash);
  }
  expect(collection?.hash).not.toBe(badge?.hash);
});

test('exit codes have the names and numbers of the contracts', () => {
  const constants = [...source('errors').matchAll(/^const ERROR_(\w+) = (\w+)$/gm)];
  expect(Object.fromEntries(constants.map(([, name, code]) => [name, Number(code)]))).toEqual(EXIT_CODES);
  expect(new Set(Object.values(EXIT_CODES)).size).toBe(constants.length);
});

test("the fee matches the contract's", () => {
  const [, ton] = /MINT_FEE = ton\("([\d.]+)"\)/.exec(source('fees')) ?? [];
  expect(MINT_FEE).toBe(BigInt(Math.round(Number(ton) * 1e9)));
});

test('every badge has its own 16-bit number, and other names have none', () => {
  const ids = BADGE_FAMILIES.flatMap((family) =>
    BADGE_TIERS[family].map((_, tier) => `${family}_${tier + 1}`),
  );
  const numbers = ids.map(badgeNumber);
  expect(new Set(numbers).size).toBe(ALL_BADGES);
  for (const number of numbers) expect(number).toSatisfy((one: number) => one > 0 && one < 65_536);
  // These are part of addresses on the chain and never change.
  expect(['lev_1', 'lev_20', 'ref_1', 'chain_7', 'streak_20'].map(badgeNumber)).toEqual([
    101, 120, 201, 307, 420,
  ]);
  for (const id of ['lev_0', 'lev_21', 'lev_01', 'star_1', 'lev', '']) expect(badgeNumber(id)).toBeNull();
});
