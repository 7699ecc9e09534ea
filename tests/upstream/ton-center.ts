/** A stand-in for the API that reads the chain. */
import account from './shapes/ton-center-account.json' with { type: 'json' };
import { type StandIn, startStandIn } from './stand-in.ts';

export interface ChainAccount {
  readonly state: 'active' | 'frozen';
  /** Nanotons. */
  readonly balance: bigint;
  /** Bags of cells, base64; empty without an active contract. */
  readonly code: string;
  readonly data: string;
}

export interface TonCenter extends StandIn {
  readonly url: string;
  /** State of the chain, by address as `workchain:hash`; other addresses are empty. */
  readonly accounts: Map<string, ChainAccount>;
}

export async function startTonCenter(): Promise<TonCenter> {
  const accounts = new Map<string, ChainAccount>();
  const service = await startStandIn(({ url }) => {
    if (url.pathname !== '/api/v2/getAddressInformation') return undefined;
    const nothing = { state: 'uninitialized', balance: 0n, code: '', data: '' };
    const { balance, ...found } = accounts.get(url.searchParams.get('address') ?? '') ?? nothing;
    return { ...account, result: { ...account.result, ...found, balance: `${balance}` } };
  });
  return { ...service, url: `${service.origin}/api/v2`, accounts };
}
