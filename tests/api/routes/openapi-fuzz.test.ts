/** Calls made of the served OpenAPI document: no defect, no hang, and no answer that it does not describe. */
import { expect, test } from 'vitest';
import { fuzz } from '#tests/support/openapi/fuzz.ts';
import { makeApi } from '../support.ts';

/** Each run takes another seed; `IRICH_FUZZ_SEED` repeats one. */
const SEED = Number(process.env['IRICH_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const WHOLE = 10_000;
const IN_WORKERD = navigator.userAgent === 'Cloudflare-Workers';
const CALLS = Number(process.env['IRICH_FUZZ_CALLS'] ?? (IN_WORKERD ? WHOLE / 10 : WHOLE));

/** Operations that no call of a run can complete: there is no bot here, and nothing is published. */
const NEVER = ['webhook', 'checkpoint', 'logKeys', 'tile', 'partialTile', 'proof'];

test(`${CALLS} calls of seed ${SEED} get documented answers`, { timeout: 300_000 }, async () => {
  const api = await makeApi();
  const { operations, accepted, refused } = await fuzz({ api, seed: SEED, calls: CALLS });
  expect(api.lines.filter(({ fault }) => fault !== undefined)).toEqual([]);
  expect(accepted + refused).toBe(CALLS);
  if (CALLS < WHOLE) return;
  const unused = Object.keys(operations).filter((name) => operations[name]?.has(200) !== true);
  expect(unused.toSorted()).toEqual(NEVER.toSorted());
  expect(Math.min(accepted, refused)).toBeGreaterThan(CALLS / 5);
});
