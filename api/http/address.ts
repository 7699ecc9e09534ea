/** Whose address a call comes from: the socket's, or the hop that a trusted proxy names. */

/** One network: its first address as a number, and how many leading bits count. IPv4 counts as ::ffff:0:0/96. */
interface Network {
  readonly base: bigint;
  readonly bits: number;
}
export type TrustedProxies = readonly Network[];

const BITS = 128;

/** Addresses or networks, separated by commas; null where one of them is neither. */
export function parseProxies(text: string): TrustedProxies | null {
  const networks: Network[] = [];
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    const network = parseNetwork(part.trim());
    if (network === null) return null;
    networks.push(network);
  }
  return networks;
}

/**
 * The address that called: walks `X-Forwarded-For` from its end for as long as the hop that named the address is trusted.
 * @param socket the address of the connection itself.
 */
export function callerAddress(socket: string, forwardedFor: string | null, trusted: TrustedProxies): string {
  let caller = socket;
  if (trusted.length === 0 || forwardedFor === null) return caller;
  const hops = forwardedFor.split(',');
  while (isTrusted(caller, trusted)) {
    const hop = hops.pop()?.trim() ?? '';
    if (parseAddress(hop) === null) return caller;
    caller = hop;
  }
  return caller;
}

/** What an address counts for, and how many times the limit of one subscriber that may have. */
export interface AddressKey {
  readonly key: string;
  readonly times: number;
}

/**
 * What an address is limited by: IPv4 as a whole; IPv6 by its first 64 bits, which is what one subscriber is given, and by
 * the networks around them, since one customer may own a /48 and one provider a /32. Narrow ones first, so that a caller who
 * is refused does not use up the share of the neighbours. The same for every way of writing an address; anything else is its
 * own text.
 */
export function addressKeys(address: string): readonly AddressKey[] {
  const value = parseAddress(address.split('%', 1)[0] ?? '');
  if (value === null) return [{ key: address, times: 1 }];
  if (value >> 32n === 0xffffn) return [{ key: value.toString(16), times: 1 }];
  return IPV6_NETWORKS.map(([bits, times]) => ({
    key: `${(value >> BigInt(BITS - bits)).toString(16)}/${bits}`,
    times,
  }));
}

const IPV6_NETWORKS = [
  [64, 1],
  [48, 10],
  [32, 100],
] as const;

/** Whether the word of this peer about its callers is believed. */
export function isTrustedPeer(socket: string, trusted: TrustedProxies): boolean {
  return trusted.length > 0 && isTrusted(socket, trusted);
}

function isTrusted(address: string, trusted: TrustedProxies): boolean {
  const value = parseAddress(address);
  if (value === null) return false;
  return trusted.some(({ base, bits }) => {
    const shift = BigInt(BITS - bits);
    return value >> shift === base >> shift;
  });
}

function parseNetwork(text: string): Network | null {
  const [address = '', length, ...rest] = text.split('/');
  const base = parseAddress(address);
  if (base === null || rest.length > 0) return null;
  if (length === undefined) return { base, bits: BITS };
  const offset = address.includes(':') ? 0 : 96;
  const bits = /^\d{1,3}$/.test(length) ? Number(length) + offset : BITS + 1;
  return bits <= BITS ? { base, bits } : null;
}

function parseAddress(text: string): bigint | null {
  if (!text.includes(':')) return parseV4(text);
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map(parseGroups);
  if (head === undefined || head === null || tail === null) return null;
  if (tail === undefined) return head.length === 8 ? join(head) : null;
  const missing = 8 - head.length - tail.length;
  return missing < 1 ? null : join([...head, ...new Array<number>(missing).fill(0), ...tail]);
}

/** 16-bit groups of one side of an IPv6 address; the last may be an IPv4 address. */
function parseGroups(text: string): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  for (const part of text.split(':')) {
    const v4 = part.includes('.') ? parseV4(part) : null;
    if (v4 !== null) groups.push(Number((v4 >> 16n) & 0xffffn), Number(v4 & 0xffffn));
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

function parseV4(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null;
  const value = parts.reduce((sum, part) => sum * 256 + Number(part), 0);
  return (0xffffn << 32n) | BigInt(value);
}

function join(groups: readonly number[]): bigint {
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
}
