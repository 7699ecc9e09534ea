/** Reads the chain through a service with the API of TON Center. */
import { type Address, Cell } from '@ton/core';
import * as v from 'valibot';
import { type Asking, type Fetched, fetchJson, unreadable } from '../runtime/upstream/fetch-json.ts';
import { badgeAddress, type MintedBadge, readMintedBadge } from './contracts.ts';

export interface Chain {
  readonly asking: Asking;
  /** Without a slash at its end. */
  readonly apiUrl: string;
  readonly apiKey: string | null;
  /** For each request; by default that of every service. */
  readonly timeoutMs?: number;
}

export interface Account {
  readonly state: 'active' | 'uninitialized' | 'frozen';
  /** Nanotons. */
  readonly balance: bigint;
  /** Null if no contract is active. */
  readonly contract: { readonly code: Cell; readonly data: Cell } | null;
}

const Information = v.object({
  ok: v.literal(true),
  result: v.object({
    balance: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^-?\d{1,30}$/)),
    code: v.string(),
    data: v.string(),
    state: v.picklist(['active', 'uninitialized', 'frozen']),
  }),
});

export async function accountAt(chain: Chain, address: Address): Promise<Fetched<Account>> {
  const { asking, apiUrl, apiKey, timeoutMs } = chain;
  const headers = apiKey === null ? {} : { 'x-api-key': apiKey };
  const fetched = await fetchJson(asking, accountUrl(apiUrl, address), {
    headers,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return fetched.ok ? readAccountAnswer(fetched.value) : fetched;
}

export function accountUrl(apiUrl: string, address: Address): string {
  return `${apiUrl}/getAddressInformation?address=${address.toRawString()}`;
}

export function readAccountAnswer(answer: unknown): Fetched<Account> {
  const read = v.safeParse(Information, answer);
  if (!read.success) return unreadable(v.getDotPath(read.issues[0]) ?? 'result');
  const { state, balance, code, data } = read.output.result;
  if (state !== 'active') return { ok: true, value: { state, balance: BigInt(balance), contract: null } };
  return reading('result.code', () => {
    const contract = { code: Cell.fromBase64(code), data: Cell.fromBase64(data) };
    return { state, balance: BigInt(balance), contract };
  });
}

/** The badge of an owner; null if it was not minted. */
export async function mintedBadgeOf(
  chain: Chain,
  collection: Address,
  owner: Address,
  badge: number,
): Promise<Fetched<MintedBadge | null>> {
  const fetched = await accountAt(chain, badgeAddress(collection, owner, badge));
  if (!fetched.ok) return fetched;
  const { contract } = fetched.value;
  if (contract === null) return { ok: true, value: null };
  return reading('result.data', () => readMintedBadge(contract.data));
}

/** Reading a cell of another form throws. */
function reading<T>(field: string, read: () => T): Fetched<T> {
  try {
    return { ok: true, value: read() };
  } catch {
    return unreadable(field);
  }
}
