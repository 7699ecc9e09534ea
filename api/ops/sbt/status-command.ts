/**
 * `npm run sbt -- status [ADDRESS]`: prints a collection's state on the chain. Exits 1 if it would not mint for this
 * server.
 */
import { type Address, fromNano } from '@ton/core';
import type { Config } from '../../config.ts';
import { failureText } from '../../runtime/upstream/fetch-json.ts';
import { contractText, readAddress } from '../../sbt/address.ts';
import { type Account, accountAt } from '../../sbt/chain.ts';
import { COLLECTION_CODE, type Collection, readCollection } from '../../sbt/contracts.ts';
import { contentOf } from '../../sbt/metadata.ts';
import { signerOf } from '../../sbt/voucher.ts';
import { FINE, type Io, UNUSABLE, WRONG } from '../ledger/io.ts';

/** Nanotons: the amount that the contract keeps when its owner withdraws. */
const RESERVE = 200_000_000n;

export async function statusCommand(io: Io, config: Config, addressText: string | null): Promise<number> {
  if (addressText === null) {
    io.err('SBT_COLLECTION: is not set, and no address is given\n');
    return UNUSABLE;
  }
  const address = readAddress(addressText);
  if (address === null) {
    io.err(`${addressText} is not an address\n`);
    return UNUSABLE;
  }
  if (config.sbt.apiUrl === null) {
    io.err('TON_API_URL: is not set, such as https://toncenter.com/api/v2\n');
    return UNUSABLE;
  }
  const asking = {
    fetch: io.fetch ?? ((url: string, init: RequestInit) => fetch(url, init)),
    clock: { now: () => Date.now() },
    userAgent: 'iRICH/sbt',
  };
  const asked = await accountAt({ asking, apiUrl: config.sbt.apiUrl, apiKey: config.sbt.apiKey }, address);
  if (!asked.ok) {
    io.err(`${new URL(config.sbt.apiUrl).host} gives no good answer: ${failureText(asked.failure)}\n`);
    return UNUSABLE;
  }
  return explain(io, config, address, asked.value);
}

function explain(io: Io, config: Config, address: Address, account: Account): number {
  io.out(
    `${contractText(address, config.sbt.network)}: ${account.state}, ${fromNano(account.balance)} TON\n`,
  );
  if (account.contract === null) {
    io.err(account.state === 'frozen' ? 'Its storage was not paid for.\n' : 'It does not exist yet.\n');
    return WRONG;
  }
  if (!account.contract.code.equals(COLLECTION_CODE)) {
    io.err('It is not a collection of this version.\n');
    return WRONG;
  }
  const collection = readCollection(account.contract.data);
  io.out(
    [
      ['owner', collection.owner.toString({ bounceable: false, testOnly: config.sbt.network === 'testnet' })],
      ['signer', Buffer.from(collection.signer).toString('hex')],
      ['minting', collection.isOpen ? 'open' : 'stopped'],
      ['described by', collection.content.own],
      ['its badges by', `${collection.content.common}…`],
    ]
      .map(([what = '', value]) => `  ${what.padEnd(15)}${value}\n`)
      .join(''),
  );
  const faults = faultsOf(io, config, collection);
  if (account.balance < RESERVE) faults.push('It has less than 0.2 TON left for its storage: send it some.');
  for (const fault of faults) io.err(`${fault}\n`);
  return faults.length === 0 ? FINE : WRONG;
}

/** Differences between the collection and the configuration here. */
function faultsOf(io: Io, config: Config, { signer, isOpen, content }: Collection): string[] {
  const faults: string[] = [];
  if (!isOpen) faults.push('Minting is stopped.');
  if (
    config.sbt.signingKey !== null &&
    !Buffer.from(signer).equals(signerOf(config.sbt.signingKey).publicKey)
  ) {
    faults.push('Its signer key differs from SBT_SIGNING_KEY: it refuses vouchers of this server.');
  }
  if (io.env['PUBLIC_URL'] !== undefined && content.common !== contentOf(config.publicUrl).common) {
    faults.push(`This server does not describe its badges: ${config.publicUrl}.`);
  }
  return faults;
}
