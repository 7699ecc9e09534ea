/** A voucher signed in workerd matches Node's to the byte and is stored in a Durable Object. */
import { expect, test } from 'vitest';
import { badgeAddress } from '#api/sbt/contracts.ts';
import { DEFAULT_LINK_TEMPLATE, walletLink } from '#api/sbt/link.ts';
import { signedMint, signerOf } from '#api/sbt/voucher.ts';
import { inObject } from '#tests/support/durable-object.ts';
import { LINK, TRANSFER, VOUCHER, WHERE } from './voucher-vector.ts';
import { vouchersConformance } from './vouchers-conformance.ts';

test("the link matches Node's", () => {
  const body = signedMint(VOUCHER, signerOf('07'.repeat(32)));
  expect(walletLink(DEFAULT_LINK_TEMPLATE, 'mainnet', { ...TRANSFER, body })).toBe(LINK);
  expect(badgeAddress(VOUCHER.collection, VOUCHER.owner, VOUCHER.badge).toRawString()).toBe(WHERE);
});

vouchersConformance('Durable Object', inObject);
