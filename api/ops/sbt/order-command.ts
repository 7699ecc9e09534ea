/**
 * `npm run sbt -- order ORDER`: prints a link with which the collection's owner sends it an order. The command itself
 * sends nothing.
 */
import type { Cell } from '@ton/core';
import type { Config } from '../../config.ts';
import { readAddress } from '../../sbt/address.ts';
import { badgeNumber } from '../../sbt/badge-number.ts';
import { walletLink } from '../../sbt/link.ts';
import { fromOwner, MESSAGE_FEE } from '../../sbt/messages.ts';
import { contentOf } from '../../sbt/metadata.ts';
import { signerOf } from '../../sbt/voucher.ts';
import { FINE, type Io, UNUSABLE } from '../ledger/io.ts';

interface Order {
  readonly usage: string;
  readonly meaning: string;
  /** The message, or the reason why it cannot be made. */
  readonly make: (config: Config, args: readonly string[]) => Cell | string;
}

/** How long a link stays valid, seconds. */
const LINK_LIFE_S = 24 * 60 * 60;

export const ORDERS: readonly Order[] = [
  { usage: 'stop', meaning: 'no badge is minted', make: () => fromOwner.openMinting(false) },
  { usage: 'open', meaning: 'badges are minted again', make: () => fromOwner.openMinting(true) },
  {
    usage: 'signer',
    meaning: 'vouchers of SBT_SIGNING_KEY are valid, and no others',
    make: ({ sbt: { signingKey } }) =>
      signingKey === null
        ? 'SBT_SIGNING_KEY: is not set'
        : fromOwner.changeSigner(signerOf(signingKey).publicKey),
  },
  {
    usage: 'content',
    meaning: 'badges are described at PUBLIC_URL',
    make: ({ publicUrl }) => fromOwner.changeContent(contentOf(publicUrl)),
  },
  {
    usage: 'revoke WALLET BADGE',
    meaning: 'a badge, such as lev_6, no longer counts',
    make: (_, [wallet = '', badge = '']) => {
      const owner = readAddress(wallet);
      const number = badgeNumber(badge);
      if (owner === null) return `${wallet} is not an address`;
      return number === null ? `${badge} is not a badge` : fromOwner.revokeBadge(owner, number);
    },
  },
  {
    usage: 'owner WALLET',
    meaning: 'the collection belongs to another wallet from then on',
    make: (_, [wallet = '']) => {
      const owner = readAddress(wallet);
      return owner === null ? `${wallet} is not an address` : fromOwner.changeOwner(owner);
    },
  },
  { usage: 'withdraw', meaning: 'spare funds go to the owner', make: () => fromOwner.withdraw() },
];

export function orderCommand(io: Io, config: Config, name: string, args: readonly string[]): number {
  const order = ORDERS.find(({ usage }) => {
    const [word, ...places] = usage.split(' ');
    return word === name && places.length === args.length;
  });
  const collection = config.sbt.collection === null ? null : readAddress(config.sbt.collection);
  const body =
    collection === null
      ? 'SBT_COLLECTION: is not set'
      : (order?.make(config, args) ?? `There is no order ${[name, ...args].join(' ')}`);
  if (typeof body === 'string' || collection === null) {
    io.err(`${body}\n`);
    return UNUSABLE;
  }
  const validUntil = Math.floor(Date.now() / 1000) + LINK_LIFE_S;
  const transfer = { to: collection, amount: MESSAGE_FEE, body, validUntil };
  io.out(`${walletLink(config.sbt.linkTemplate, config.sbt.network, transfer)}\n`);
  return FINE;
}
