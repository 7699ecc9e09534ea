/**
 * A test wallet that speaks TON Connect over the bridge, with its own key and contract; the test acts as its
 * owner.
 */
import { createHash } from 'node:crypto';
import { Address, beginCell, Cell, internal, loadStateInit, type MessageRelaxed } from '@ton/core';
import { getSecureRandomBytes, type KeyPair, keyPairFromSeed, sign } from '@ton/crypto';
import {
  type AppRequest,
  Base64,
  CHAIN,
  CONNECT_EVENT_ERROR_CODES,
  type ConnectItem,
  type ConnectItemReply,
  type Feature,
  hexToByteArray,
  type RpcMethod,
  SEND_TRANSACTION_ERROR_CODES,
  SessionCrypto,
  type WalletEvent,
  type WalletMessage,
} from '@tonconnect/protocol';
import { type WalletContract, type WalletKind, walletContract } from './wallet/contract.ts';
import { hearEvents } from './wallet/events.ts';
import { readConnectLink } from './wallet/link.ts';

/** A transaction requested by an app; amounts in nano. */
export interface AskedTransaction {
  readonly valid_until?: number;
  readonly network?: string;
  readonly from?: string;
  readonly messages: readonly {
    readonly address: string;
    readonly amount: string;
    readonly payload?: string;
    readonly stateInit?: string;
  }[];
}

export interface TestWallet {
  readonly keys: KeyPair;
  readonly contract: WalletContract;
  /** In the protocol's format: workchain, a colon, 64 hexadecimal digits. */
  readonly address: string;
  /** Transactions requested by apps, oldest first. */
  readonly asked: readonly AskedTransaction[];
  /** The owner's answer to transactions until changed; by default confirms. A number is an error of the protocol. */
  answer: 'confirm' | 'reject' | 'later' | SEND_TRANSACTION_ERROR_CODES;
  isConnected(): boolean;
  /** The bridge's id of the connected app; null before a link was opened. */
  appId(): string | null;
  /** The owner opens the app's link and agrees. */
  connect(link: string): Promise<void>;
  /** Like `connect`, but without a signature: some wallets support no proofs. */
  connectSilently(link: string): Promise<void>;
  /** The owner opens the link and declines; or the wallet itself does, with another code of the protocol. */
  refuse(link: string, code?: CONNECT_EVENT_ERROR_CODES): Promise<void>;
  /** The owner opens a link to a transfer (`ton://transfer/…`) and confirms it. */
  transfer(link: string): Promise<void>;
  /** The owner ends the connection in the wallet. */
  disconnect(): Promise<void>;
  close(): void;
}

export interface TestWalletOptions {
  readonly bridgeUrl: string;
  /** As in the list of wallets. */
  readonly appName?: string;
  readonly kind?: WalletKind;
  readonly network?: CHAIN;
  readonly features?: Feature[];
  /** The address in the app's manifest, fetched from the app's address unless this answers it. */
  readonly appUrl?: (manifestUrl: string) => Promise<string>;
  /** Changes a proof after it was signed. */
  readonly tamper?: (signature: Buffer) => Buffer;
  /** Resolves when the owner has opened the wallet to see the request; by default at once. */
  readonly untilOpened?: () => Promise<void>;
  /** Receives what the wallet has signed; by default nothing does. */
  readonly broadcast?: (message: Cell) => Promise<void>;
}

const TTL_S = 300;
export const SENDS_TRANSACTIONS: Feature[] = ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }];

export async function createTestWallet(options: TestWalletOptions): Promise<TestWallet> {
  const { bridgeUrl, appName = 'testwallet', kind = 'v5r1', network = CHAIN.MAINNET } = options;
  const {
    features = SENDS_TRANSACTIONS,
    appUrl = urlInManifest,
    tamper = (signature) => signature,
    untilOpened = async () => {},
    broadcast = async () => {},
  } = options;
  const keys = keyPairFromSeed(await getSecureRandomBytes(32));
  const contract = walletContract(kind, keys);
  const asked: AskedTransaction[] = [];
  const ended = new AbortController();
  let session: { readonly crypto: SessionCrypto; readonly appId: string } | null = null;
  let isConnected = false;
  let nextEventId = Date.now();
  let seqno = 0;

  async function tell(message: WalletMessage): Promise<void> {
    if (session === null) throw new Error('the wallet has opened no link');
    const { crypto, appId } = session;
    const sealed = crypto.encrypt(JSON.stringify(message), hexToByteArray(appId));
    const url = `${bridgeUrl}/message?client_id=${crypto.sessionId}&to=${appId}&ttl=${TTL_S}`;
    const answer = await fetch(url, { method: 'POST', body: Base64.encode(sealed) });
    if (!answer.ok) throw new Error(`the bridge answered ${answer.status}: ${await answer.text()}`);
  }

  const event = (name: WalletEvent['event'], payload: object) =>
    tell({ event: name, id: nextEventId++, payload } as WalletEvent);

  async function open(link: string): Promise<readonly [ConnectItem[], string]> {
    const { appId, version, request } = readConnectLink(link);
    if (version !== 2) throw new Error(`version ${version} of the protocol`);
    session = { crypto: new SessionCrypto(), appId };
    await hearEvents(
      `${bridgeUrl}/events?client_id=${session.crypto.sessionId}`,
      ended.signal,
      ({ data }) => {
        hear(data).catch((error: unknown) => console.warn('the wallet could not answer', error));
      },
    );
    return [request.items, request.manifestUrl];
  }

  async function hear(data: string): Promise<void> {
    const { from, message } = JSON.parse(data) as { from: string; message: string };
    if (session === null || from !== session.appId) return;
    const opened = session.crypto.decrypt(Base64.decode(message).toUint8Array(), hexToByteArray(from));
    const request = JSON.parse(opened) as AppRequest<RpcMethod>;
    if (request.method === 'disconnect') {
      isConnected = false;
      await tell({ id: request.id, result: {} });
    } else if (request.method === 'sendTransaction') await sendAsked(request.id, request.params[0]);
    else {
      const error = {
        code: SEND_TRANSACTION_ERROR_CODES.METHOD_NOT_SUPPORTED,
        message: 'Method is not supported',
      };
      await tell({ id: request.id, error });
    }
  }

  async function sendAsked(id: string, text: string): Promise<void> {
    const transaction = JSON.parse(text) as AskedTransaction;
    asked.push(transaction);
    await untilOpened();
    if (wallet.answer === 'later') return;
    if (wallet.answer !== 'confirm') {
      const code =
        wallet.answer === 'reject' ? SEND_TRANSACTION_ERROR_CODES.USER_REJECTS_ERROR : wallet.answer;
      return tell({ id, error: { code, message: 'The wallet says no' } });
    }
    const signed = await signAndSend(transaction.messages.map(messageOf), transaction.valid_until);
    return tell({ id, result: signed.toBoc().toString('base64') });
  }

  async function signAndSend(
    messages: readonly MessageRelaxed[],
    validUntil = Math.floor(Date.now() / 1000) + TTL_S,
  ): Promise<Cell> {
    const signed = contract.send(messages, seqno, validUntil);
    seqno += 1;
    await broadcast(signed);
    return signed;
  }

  async function replyTo(item: ConnectItem, manifestUrl: string): Promise<ConnectItemReply> {
    if (item.name === 'ton_addr') {
      const publicKey = keys.publicKey.toString('hex');
      return {
        name: 'ton_addr',
        address: wallet.address,
        network,
        publicKey,
        walletStateInit: contract.stateInit,
      };
    }
    const domain = new URL(await appUrl(manifestUrl)).host;
    const timestamp = Math.floor(Date.now() / 1000);
    const proof = {
      timestamp,
      domain: { lengthBytes: Buffer.byteLength(domain), value: domain },
      payload: item.payload,
    };
    const signature = tamper(sign(signedBytes(contract.address, proof), keys.secretKey)).toString('base64');
    return { name: 'ton_proof', proof: { ...proof, signature } };
  }

  async function agree(link: string, isAnswered: (item: ConnectItem) => boolean): Promise<void> {
    const [items, manifestUrl] = await open(link);
    const replies = await Promise.all(items.filter(isAnswered).map((item) => replyTo(item, manifestUrl)));
    isConnected = true;
    const device = { platform: 'android', appName, appVersion: '1.0', maxProtocolVersion: 2, features };
    await event('connect', { items: replies, device });
  }

  const wallet: TestWallet = {
    keys,
    contract,
    address: contract.address.toRawString(),
    asked,
    answer: 'confirm',
    isConnected: () => isConnected,
    appId: () => session?.appId ?? null,
    connect: (link) => agree(link, () => true),
    connectSilently: (link) => agree(link, ({ name }) => name !== 'ton_proof'),
    async refuse(link, code = CONNECT_EVENT_ERROR_CODES.USER_REJECTS_ERROR) {
      await open(link);
      await event('connect_error', { code, message: 'The wallet says no' });
    },
    async transfer(link) {
      const { pathname, searchParams } = new URL(link);
      const payload = Buffer.from(searchParams.get('bin') ?? '', 'base64url').toString('base64');
      const message = {
        address: pathname.replace(/^.*\//, ''),
        amount: searchParams.get('amount') ?? '',
        payload,
      };
      await signAndSend([messageOf(message)], Number(searchParams.get('exp')));
    },
    async disconnect() {
      isConnected = false;
      await event('disconnect', {});
    },
    close: () => ended.abort(),
  };
  return wallet;
}

async function urlInManifest(manifestUrl: string): Promise<string> {
  const answer = await fetch(manifestUrl);
  if (!answer.ok) throw new Error(`the manifest is ${answer.status}`);
  return String(((await answer.json()) as { url: unknown }).url);
}

interface ToSign {
  readonly timestamp: number;
  readonly domain: { readonly value: string };
  readonly payload: string;
}

/** The bytes that are signed to prove ownership (`ton_proof` in the documentation of TON Connect). */
export function signedBytes(address: Address, { timestamp, domain, payload }: ToSign): Buffer {
  const name = Buffer.from(domain.value);
  const numbers = Buffer.alloc(16);
  numbers.writeInt32BE(address.workChain, 0);
  numbers.writeUInt32LE(name.length, 4);
  numbers.writeBigUInt64LE(BigInt(timestamp), 8);
  const [workchain, length, time] = [numbers.subarray(0, 4), numbers.subarray(4, 8), numbers.subarray(8)];
  const parts = [
    Buffer.from('ton-proof-item-v2/'),
    workchain,
    address.hash,
    length,
    name,
    time,
    Buffer.from(payload),
  ];
  return sha256(
    Buffer.concat([Buffer.from([0xff, 0xff]), Buffer.from('ton-connect'), sha256(Buffer.concat(parts))]),
  );
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function messageOf({
  address,
  amount,
  payload,
  stateInit,
}: AskedTransaction['messages'][number]): MessageRelaxed {
  return internal({
    to: Address.parse(address),
    value: BigInt(amount),
    body: payload === undefined ? beginCell().endCell() : Cell.fromBase64(payload),
    init: stateInit === undefined ? null : loadStateInit(Cell.fromBase64(stateInit).beginParse()),
  });
}
