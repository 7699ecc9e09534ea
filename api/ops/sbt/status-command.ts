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
import { CommandStopped, FINE, type Io, WRONG } from '../command.ts';

/** Nanotons: the amount that the contract keeps when its owner withdraws. */
const RESERVE = 200_000_000n;

/** @param asked the address of a collection; by default that of SBT_COLLECTION. */
export async function statusCommand(io: Io, config: Config, asked: string | undefined): Promise<number> {
  const { apiUrl, apiKey, collection } = config.sbt;
  const text = asked ?? collection;
  if (text === null) throw new CommandStopped('SBT_COLLECTION: is not set, and no address is given');
  const address = readAddress(text);
  if (address === null) throw new CommandStopped(`${text} is not an address`);
  if (apiUrl === null)
    throw new CommandStopped('TON_API_URL: is not set, such as https://toncenter.com/api/v2');
  const asking = {
    fetch: io.fetch ?? ((url: string, init: RequestInit) => fetch(url, init)),
    clock: { now: () => Date.now() },
    userAgent: 'iRICH/sbt',
  };
  const read = await accountAt({ asking, apiUrl, apiKey }, address);
  if (!read.ok)
    throw new CommandStopped(`${new URL(apiUrl).host} gives no good answer: ${failureText(read.failure)}`);
  return explain(io, config, address, read.value);
}

function explain(io: Io, config: Config, address: Address, account: Account): number {
  io.out(
    `${contractText(address, config.sbt.network)}: ${account.state}, ${fromNano(account.balance)} TON\n`,
  );
  if (account.contract === null) {
    const fault = account.state === 'frozen' ? 'Its storage was not paid for.' : 'It does not exist yet.';
    throw new CommandStopped(fault, WRONG);
  }
  if (!account.contract.code.equals(COLLECTION_CODE))
    throw new CommandStopped('It is not a collection of this version.', WRONG);
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
  if (faults.length > 0) throw new CommandStopped(faults.join('\n'), WRONG);
  return FINE;
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
