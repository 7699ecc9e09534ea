/**
 * `npm run sbt -- order ORDER`: prints a link with which the collection's owner sends it an order. The command itself
 * sends nothing.
 */
import type { Address, Cell } from '@ton/core';
import type { Config } from '../../config.ts';
import { readAddress } from '../../sbt/address.ts';
import { badgeNumber } from '../../sbt/contracts.ts';
import { walletLink } from '../../sbt/link.ts';
import { fromOwner, MESSAGE_FEE } from '../../sbt/messages.ts';
import { contentOf } from '../../sbt/metadata.ts';
import { signerOf } from '../../sbt/voucher.ts';
import { CommandStopped, FINE, type Io } from '../command.ts';

interface Order {
  readonly usage: string;
  readonly meaning: string;
  /** Throws `CommandStopped` if the message cannot be made. */
  readonly make: (config: Config, args: readonly string[]) => Cell;
}

/** How long a link stays valid, seconds. */
const LINK_LIFE_S = 24 * 60 * 60;

export const ORDERS: readonly Order[] = [
  { usage: 'stop', meaning: 'no badge is minted', make: () => fromOwner.openMinting(false) },
  { usage: 'open', meaning: 'badges are minted again', make: () => fromOwner.openMinting(true) },
  {
    usage: 'signer',
    meaning: 'vouchers of SBT_SIGNING_KEY are valid, and no others',
    make({ sbt: { signingKey } }) {
      if (signingKey === null) throw new CommandStopped('SBT_SIGNING_KEY: is not set');
      return fromOwner.changeSigner(signerOf(signingKey).publicKey);
    },
  },
  {
    usage: 'content',
    meaning: 'badges are described at PUBLIC_URL',
    make: ({ publicUrl }) => fromOwner.changeContent(contentOf(publicUrl)),
  },
  {
    usage: 'revoke WALLET BADGE',
    meaning: 'a badge, such as lev_6, no longer counts',
    make(_, [wallet = '', badge = '']) {
      const owner = addressOf(wallet);
      const number = badgeNumber(badge);
      if (number === null) throw new CommandStopped(`${badge} is not a badge`);
      return fromOwner.revokeBadge(owner, number);
    },
  },
  {
    usage: 'owner WALLET',
    meaning: 'the collection belongs to another wallet from then on',
    make: (_, [wallet = '']) => fromOwner.changeOwner(addressOf(wallet)),
  },
  { usage: 'withdraw', meaning: 'spare funds go to the owner', make: () => fromOwner.withdraw() },
];

export function orderCommand(io: Io, config: Config, name: string, args: readonly string[]): number {
  const { collection, linkTemplate, network } = config.sbt;
  if (collection === null) throw new CommandStopped('SBT_COLLECTION: is not set');
  const order = ORDERS.find(({ usage }) => {
    const [word, ...places] = usage.split(' ');
    return word === name && places.length === args.length;
  });
  if (order === undefined) throw new CommandStopped(`There is no order ${[name, ...args].join(' ')}`);
  const body = order.make(config, args);
  const validUntil = Math.floor(Date.now() / 1000) + LINK_LIFE_S;
  const transfer = { to: addressOf(collection), amount: MESSAGE_FEE, body, validUntil };
  io.out(`${walletLink(linkTemplate, network, transfer)}\n`);
  return FINE;
}

function addressOf(text: string): Address {
  const address = readAddress(text);
  if (address === null) throw new CommandStopped(`${text} is not an address`);
  return address;
}
