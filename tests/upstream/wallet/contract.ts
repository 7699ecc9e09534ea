/** A wallet's contract: its address, its state init, and the external message that sends requested messages. */
import {
  type Address,
  beginCell,
  Cell,
  contractAddress,
  type MessageRelaxed,
  SendMode,
  type StateInit,
  storeMessage,
  storeMessageRelaxed,
  storeOutList,
  storeStateInit,
} from '@ton/core';
import { type KeyPair, sign } from '@ton/crypto';
import vectors from '../../vectors/wallet-proof.json' with { type: 'json' };

export type WalletKind = 'v4r2' | 'v5r1';

/** For the main network, workchain 0 and the first wallet of its key. */
const WALLET_ID = { v4r2: 698_983_191, v5r1: 0x7fff_ff11 } as const;
/** Pay fees separately from the amount, and continue if one message fails. */
const SEND_MODE = SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS;
const SIGNED_FROM_OUTSIDE = 0x7369_676e;

export interface WalletContract {
  readonly address: Address;
  readonly init: { readonly code: Cell; readonly data: Cell };
  /** Base64 of the state init. */
  readonly stateInit: string;
  /**
   * A signed external message that sends these; with the state init before the first one. @param validUntil
   * seconds.
   */
  send(messages: readonly MessageRelaxed[], seqno: number, validUntil: number): Cell;
}

export function walletContract(kind: WalletKind, keys: KeyPair): WalletContract {
  const init = { code: codeOf(kind), data: dataOf(kind, keys.publicKey) };
  const address = contractAddress(0, init);
  return {
    address,
    init,
    stateInit: beginCell().store(storeStateInit(init)).endCell().toBoc().toString('base64'),
    send(messages, seqno, validUntil) {
      const body =
        kind === 'v4r2'
          ? bodyOfV4(keys, messages, seqno, validUntil)
          : bodyOfV5(keys, messages, seqno, validUntil);
      return externalMessage(address, seqno === 0 ? init : null, body);
    },
  };
}

function externalMessage(dest: Address, init: StateInit | null, body: Cell): Cell {
  const info = { type: 'external-in', dest, importFee: 0n } as const;
  return beginCell().store(storeMessage({ info, init, body })).endCell();
}

function bodyOfV4(
  { secretKey }: KeyPair,
  messages: readonly MessageRelaxed[],
  seqno: number,
  validUntil: number,
): Cell {
  const signed = beginCell()
    .storeUint(WALLET_ID.v4r2, 32)
    .storeUint(validUntil, 32)
    .storeUint(seqno, 32)
    .storeUint(0, 8);
  for (const message of messages) {
    signed.storeUint(SEND_MODE, 8).storeRef(beginCell().store(storeMessageRelaxed(message)));
  }
  return beginCell().storeBuffer(sign(signed.endCell().hash(), secretKey)).storeBuilder(signed).endCell();
}

function bodyOfV5(
  { secretKey }: KeyPair,
  messages: readonly MessageRelaxed[],
  seqno: number,
  validUntil: number,
): Cell {
  const actions = messages.map((outMsg) => ({ type: 'sendMsg', mode: SEND_MODE, outMsg }) as const);
  const signed = beginCell()
    .storeUint(SIGNED_FROM_OUTSIDE, 32)
    .storeUint(WALLET_ID.v5r1, 32)
    .storeUint(validUntil, 32)
    .storeUint(seqno, 32)
    .storeMaybeRef(beginCell().store(storeOutList([...actions])))
    .storeBit(false);
  return beginCell().storeBuilder(signed).storeBuffer(sign(signed.endCell().hash(), secretKey)).endCell();
}

function dataOf(kind: WalletKind, publicKey: Buffer): Cell {
  const data = beginCell();
  if (kind === 'v5r1') data.storeBit(true);
  return data
    .storeUint(0, 32)
    .storeUint(WALLET_ID[kind], 32)
    .storeBuffer(publicKey)
    .storeBit(false)
    .endCell();
}

/** The code in the published vectors. */
function codeOf(kind: WalletKind): Cell {
  const vector = vectors.find(({ name }) => name === `valid, wallet ${kind}`);
  if (vector === undefined) throw new Error(`no vector of a wallet ${kind}`);
  return Cell.fromBase64(vector.walletStateInit).beginParse().loadRef();
}
