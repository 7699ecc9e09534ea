/** A signed mint as wallets take it: from a link or through the connector. */
import { Cell, toNano } from '@ton/core';
import { beforeEach, expect, test } from 'vitest';
import { readAddress } from '#api/sbt/address.ts';
import { badgeAddress } from '#api/sbt/contracts.ts';
import { DEFAULT_LINK_TEMPLATE, isLinkTemplate, walletLink, walletTransaction } from '#api/sbt/link.ts';
import { MINT_FEE } from '#api/sbt/messages.ts';
import { signedMint } from '#api/sbt/voucher.ts';
import { type Chain, SIGNER, sameOnChain, startChain } from './chain.ts';
import { LINK, TRANSFER, VOUCHER, WHERE } from './voucher-vector.ts';

expect.addEqualityTesters([sameOnChain]);

let chain: Chain;
beforeEach(async () => {
  chain = await startChain();
});

const transferOf = (voucher = chain.voucher()) => ({
  to: chain.collection,
  amount: MINT_FEE,
  body: signedMint(voucher, SIGNER),
  validUntil: voucher.validUntil,
});

test('the wallet that opens the link mints the badge', async () => {
  const link = new URL(walletLink(DEFAULT_LINK_TEMPLATE, 'mainnet', transferOf()));
  expect([link.protocol, link.host]).toEqual(['ton:', 'transfer']);
  const address = link.pathname.slice(1);
  // A refused message bounces back to the wallet.
  expect(address).toBe(chain.collection.toString({ bounceable: true }));
  const bin = link.searchParams.get('bin') ?? '';
  expect(bin).toMatch(/^[\w-]+$/);
  const { user } = chain.people;
  await user.send({
    to: readAddress(address) ?? chain.badge,
    value: BigInt(link.searchParams.get('amount') ?? ''),
    body: Cell.fromBoc(Buffer.from(bin, 'base64url'))[0] ?? null,
  });
  expect(await chain.badgeData()).toMatchObject({ owner: user.address, content: 'en/lev_6.json' });
  expect(Number(link.searchParams.get('exp'))).toBe(chain.voucher().validUntil);
});

test('the connected wallet gets the same request', async () => {
  const transfer = transferOf();
  const transaction = walletTransaction('mainnet', transfer);
  expect(transaction).toMatchObject({ validUntil: transfer.validUntil, network: '-239' });
  expect(walletTransaction('testnet', transfer)).toMatchObject({
    network: '-3',
    messages: [{ address: chain.collection.toString({ testOnly: true }) }],
  });
  const [message] = transaction.messages;
  expect(message).toMatchObject({ address: chain.collection.toString(), amount: `${toNano('0.1')}` });
  const body = Cell.fromBase64(message?.payload ?? '');
  const { user } = chain.people;
  await user.send({ to: chain.collection, value: BigInt(message?.amount ?? ''), body });
  expect(await chain.badgeData()).toMatchObject({ owner: user.address });
});

test('the link uses the configured prefix', () => {
  const template = 'https://app.tonkeeper.com/transfer/{address}?amount={amount}&bin={bin}';
  const link = walletLink(template, 'testnet', transferOf());
  expect(link).toMatch(/^https:\/\/app\.tonkeeper\.com\/transfer\/kQ[\w-]{46}\?amount=100000000&bin=[\w-]+$/);
});

test.each([
  [DEFAULT_LINK_TEMPLATE, true],
  ['https://app.tonkeeper.com/transfer/{address}?amount={amount}&bin={bin}', true],
  ['https://x/{address}?amount={amount}&bin={bin}&exp={exp}&exp2={exp}', true],
  ['tg://{address}{amount}{bin}', false],
  ['https://x/{address}?amount={amount}', false],
  ['https://x/{address}?amount={amount}&bin={bin}&text={}', false],
])('%s may be configured: %s', (template, isGood) => {
  expect(isLinkTemplate(template)).toBe(isGood);
});

test('the same voucher and key give the same bytes, and any difference gives others', () => {
  const bytes = (different: object) => signedMint(chain.voucher(different), SIGNER).hash().toString('hex');
  expect(bytes({})).toBe(bytes({}));
  const others = [
    { badge: 107 },
    { validUntil: 1 },
    { content: 'ru/lev_6.json' },
    { owner: chain.collection },
  ];
  expect(new Set([{}, ...others].map(bytes)).size).toBe(others.length + 1);
});

test('the link matches the stored vector', () => {
  const body = signedMint(VOUCHER, SIGNER);
  expect(walletLink(DEFAULT_LINK_TEMPLATE, 'mainnet', { ...TRANSFER, body })).toBe(LINK);
  expect(badgeAddress(VOUCHER.collection, VOUCHER.owner, VOUCHER.badge).toRawString()).toBe(WHERE);
});
