/** The wallet that tests use, against a minimal app: it speaks the protocol, and its signatures are valid. */
import { Address, Cell, contractAddress, loadMessage, loadStateInit } from '@ton/core';
import { signVerify } from '@ton/crypto';
import { Base64, CHAIN, hexToByteArray, SessionCrypto } from '@tonconnect/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Bridge, startBridge } from '#tests/upstream/bridge.ts';
import { createTestWallet, signedBytes, type TestWallet } from '#tests/upstream/test-wallet.ts';
import { hearEvents } from '#tests/upstream/wallet/events.ts';
import { readConnectLink } from '#tests/upstream/wallet/link.ts';
import vectors from '../../vectors/wallet-proof.json' with { type: 'json' };

// biome-ignore lint/suspicious/noExplicitAny: the wallet may send any message.
type Said = any;

let bridge: Bridge;
let wallet: TestWallet;
let app: SessionCrypto;
let walletId: string;
let said: Said[];
let ended: AbortController;
const appUrl = async (manifestUrl: string) => new URL(manifestUrl).origin;

beforeEach(async () => {
  bridge = await startBridge();
  app = new SessionCrypto();
  ended = new AbortController();
  said = [];
  await hearEvents(`${bridge.url}/events?client_id=${app.sessionId}`, ended.signal, ({ data }) => {
    const { from, message } = JSON.parse(data);
    walletId = from;
    said.push(JSON.parse(app.decrypt(Base64.decode(message).toUint8Array(), hexToByteArray(from))));
  });
});
afterEach(async () => {
  wallet.close();
  ended.abort();
  await bridge.stop();
});

const REQUEST = {
  manifestUrl: 'https://app.test/tonconnect-manifest.json',
  items: [{ name: 'ton_addr' }, { name: 'ton_proof', payload: 'payload-1' }],
};
const linkOf = (base = 'https://wallet.test/connect') =>
  `${base}?${new URLSearchParams({ v: '2', id: app.sessionId, r: JSON.stringify(REQUEST), ret: 'back' })}`;

const nextSaid = async (count: number): Promise<Said> => {
  await expect.poll(() => said.length).toBe(count);
  return said[count - 1];
};

async function ask(request: object): Promise<void> {
  const sealed = Base64.encode(app.encrypt(JSON.stringify(request), hexToByteArray(walletId)));
  await fetch(`${bridge.url}/message?client_id=${app.sessionId}&to=${walletId}&ttl=300`, {
    method: 'POST',
    body: sealed,
  });
}

describe.each(['v4r2', 'v5r1'] as const)('a wallet %s', (kind) => {
  test('connects with an address that its state init has, and a proof that its key signed', async () => {
    wallet = await createTestWallet({ bridgeUrl: bridge.url, kind, appUrl });
    await wallet.connect(linkOf());
    const { event, payload } = await nextSaid(1);
    expect(event).toBe('connect');
    const [address, { proof }] = payload.items;
    expect(address).toMatchObject({ name: 'ton_addr', address: wallet.address, network: CHAIN.MAINNET });
    const init = loadStateInit(Cell.fromBase64(address.walletStateInit).beginParse());
    expect(contractAddress(0, init).toRawString()).toBe(wallet.address);
    expect(proof).toMatchObject({ payload: 'payload-1', domain: { lengthBytes: 8, value: 'app.test' } });
    const signed = signedBytes(wallet.contract.address, proof);
    const signature = Buffer.from(proof.signature, 'base64');
    expect(signVerify(signed, signature, wallet.keys.publicKey)).toBe(true);
    expect(wallet.keys.publicKey.toString('hex')).toBe(address.publicKey);
  });

  test('signs the requested transaction for its contract, or reports that its owner declined', async () => {
    wallet = await createTestWallet({ bridgeUrl: bridge.url, kind, appUrl });
    await wallet.connect(linkOf());
    await nextSaid(1);
    const transaction = {
      valid_until: 2_000_000_000,
      messages: [{ address: wallet.address, amount: '1000' }],
    };
    await ask({ method: 'sendTransaction', params: [JSON.stringify(transaction)], id: '1' });
    const { id, result } = await nextSaid(2);
    expect(id).toBe('1');
    const message = loadMessage(Cell.fromBase64(result).beginParse());
    expect(message.info.dest?.toString()).toBe(wallet.contract.address.toString());
    expect(message.init).not.toBeNull();
    expect(wallet.asked).toEqual([transaction]);

    wallet.answer = 'reject';
    await ask({ method: 'sendTransaction', params: [JSON.stringify(transaction)], id: '2' });
    expect(await nextSaid(3)).toMatchObject({ id: '2', error: { code: 300 } });
    await ask({ method: 'signData', params: ['{}'], id: '3' });
    expect(await nextSaid(4)).toMatchObject({ id: '3', error: { code: 400 } });
  });
});

test('it refuses with the given code, and ends a connection on its own or on request', async () => {
  wallet = await createTestWallet({ bridgeUrl: bridge.url, appUrl });
  await wallet.refuse(linkOf());
  expect(await nextSaid(1)).toMatchObject({ event: 'connect_error', payload: { code: 300 } });
  await wallet.connect(linkOf());
  expect((await nextSaid(2)).id).toBeGreaterThan(said[0].id);
  expect(wallet.isConnected()).toBe(true);
  await wallet.disconnect();
  expect(await nextSaid(3)).toMatchObject({ event: 'disconnect' });
  await wallet.connect(linkOf());
  await nextSaid(4);
  await ask({ method: 'disconnect', params: [], id: '9' });
  expect(await nextSaid(5)).toEqual({ id: '9', result: {} });
  expect(wallet.isConnected()).toBe(false);
});

test('its signed bytes are those of the published vectors', async () => {
  wallet = await createTestWallet({ bridgeUrl: bridge.url });
  const good = vectors.filter(({ name }) => name.startsWith('valid'));
  expect(good).toHaveLength(4);
  for (const { name, address, proof, publicKey } of good) {
    const signed = signedBytes(Address.parseRaw(address), { ...proof, timestamp: Number(proof.timestamp) });
    const signature = Buffer.from(proof.signature, 'base64');
    expect(signVerify(signed, signature, Buffer.from(publicKey, 'hex')), name).toBe(true);
  }
});

test('it reads both forms of a link: plain, and packed into a start parameter', () => {
  const pack = (query: string) =>
    query
      .replaceAll('.', '%2E')
      .replaceAll('-', '%2D')
      .replaceAll('_', '%5F')
      .replaceAll('&', '-')
      .replaceAll('=', '__')
      .replaceAll('%', '--');
  const plain = readConnectLink(linkOf('tc://'));
  expect(plain).toEqual({ appId: app.sessionId, version: 2, request: REQUEST, returnTo: 'back' });
  const packed = `https://t.me/wallet/start?startapp=tonconnect-${pack(new URL(linkOf()).search.slice(1))}`;
  expect(readConnectLink(packed)).toEqual(plain);
  expect(() => readConnectLink('https://wallet.test/?id=1')).toThrow('no link of TON Connect');
});
