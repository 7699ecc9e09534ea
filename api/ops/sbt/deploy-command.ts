/** `npm run sbt -- deploy OWNER`: prints a link for the owner's wallet. The command itself sends nothing. */
import { beginCell, storeStateInit } from '@ton/core';
import type { Config } from '../../config.ts';
import { contractText, readAddress } from '../../sbt/address.ts';
import { BASECHAIN, collectionAddress, collectionInit } from '../../sbt/contracts.ts';
import { contentOf } from '../../sbt/metadata.ts';
import { signerOf } from '../../sbt/voucher.ts';
import { CommandStopped, FINE, type Io } from '../command.ts';

/** Nanotons: enough for decades of storage. */
const DEPLOY_AMOUNT = 500_000_000n;

export function deployCommand(io: Io, config: Config, ownerText: string): number {
  const owner = readAddress(ownerText);
  const missing = ['PUBLIC_URL', 'SBT_SIGNING_KEY'].filter((name) => !io.env[name]?.trim());
  const isWallet = owner !== null && owner.workChain === BASECHAIN;
  const { signingKey, network } = config.sbt;
  if (!isWallet || missing.length > 0 || signingKey === null) {
    throw new CommandStopped(
      [
        ...(isWallet ? [] : [`${ownerText} is not the address of a wallet`]),
        ...missing.map((name) => `${name}: is not set`),
        ...(missing.includes('SBT_SIGNING_KEY') ? ['Make a key with: openssl rand -hex 32'] : []),
      ].join('\n'),
    );
  }
  const { publicKey: signer } = signerOf(signingKey);
  const init = collectionInit({ owner, signer, isOpen: true, content: contentOf(config.publicUrl) });
  const address = contractText(collectionAddress(init), network);
  const boc = beginCell().store(storeStateInit(init)).endCell().toBoc().toString('base64url');
  io.out(
    `The collection will be at ${address}, on the ${network}.
Its owner is ${ownerText}: they may stop minting, change the key, revoke badges and give it away.
Vouchers of ${Buffer.from(signer).toString('hex')} are good, the public key of SBT_SIGNING_KEY.

Open this with a wallet; it sends 0.5 TON, which pay for decades of storage:

ton://transfer/${address}?amount=${DEPLOY_AMOUNT}&init=${boc}

Then set, beside SBT_SIGNING_KEY as it is now:

SBT_COLLECTION=${address}
TON_NETWORK=${network}
`,
  );
  return FINE;
}
