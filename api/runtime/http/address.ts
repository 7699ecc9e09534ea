/** Whose address a call comes from: the socket's, or the hop that a trusted proxy names. */

import ipaddr from 'ipaddr.js';

/** One network: an address in it, and how many leading bits count. IPv4 counts as ::ffff:0:0/96. */
type Network = readonly [base: ipaddr.IPv6, bits: number];
export type TrustedProxies = readonly Network[];

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
  if (value.isIPv4MappedAddress()) return [{ key: value.toIPv4Address().toString(), times: 1 }];
  const digits = value.parts.map((part) => part.toString(16).padStart(4, '0')).join('');
  return IPV6_NETWORKS.map(([bits, times]) => ({ key: `${digits.slice(0, bits / 4)}/${bits}`, times }));
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
  return value !== null && trusted.some(([base, bits]) => value.match(base, bits));
}

function parseNetwork(text: string): Network | null {
  const [address = '', length = '128', ...rest] = text.split('/');
  const base = parseAddress(address);
  if (base === null || rest.length > 0 || !/^\d{1,3}$/.test(length)) return null;
  const bits = Number(length) + (text.includes('/') && !address.includes(':') ? 96 : 0);
  return bits <= 128 ? [base, bits] : null;
}

/**
 * IPv6, or IPv4 as IPv4-mapped IPv6. On its own the library also accepts octal and hexadecimal IPv4, zone ids, and `::1.2.3.4`
 * as 1.2.3.4. Proxies disagree about these forms, so none of them is an address here.
 */
function parseAddress(text: string): ipaddr.IPv6 | null {
  if (!/^[\da-f:.]{2,45}$/i.test(text)) return null;
  const last = text.slice(text.lastIndexOf(':') + 1);
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(last);
  if (last === text) return isV4 ? ipaddr.IPv4.parse(text).toIPv4MappedAddress() : null;
  if (last.includes('.') && (!isV4 || text === `::${last}`)) return null;
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null;
}
