/** The caller's address: a hop is believed only if it is trusted. */
import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKeys, callerAddress, isTrustedPeer, parseProxies } from '#api/runtime/http/address.ts';
import { takeForAddress } from '#api/runtime/http/bounds.ts';
import { createLimiter } from '#api/runtime/http/limits.ts';

const proxies = (text: string) => parseProxies(text) ?? [];

test.each([
  ['no proxy is trusted', '9.9.9.9', '1.1.1.1', '', '9.9.9.9'],
  ['the socket is not the proxy', '9.9.9.9', '1.1.1.1', '127.0.0.1', '9.9.9.9'],
  ['no header', '127.0.0.1', null, '127.0.0.1', '127.0.0.1'],
  ['one proxy', '127.0.0.1', '1.1.1.1', '127.0.0.1', '1.1.1.1'],
  ["the caller's own claim is not believed", '127.0.0.1', '6.6.6.6, 1.1.1.1', '127.0.0.1', '1.1.1.1'],
  ['two proxies', '127.0.0.1', '6.6.6.6, 1.1.1.1, 10.2.3.4', '127.0.0.1,10.0.0.0/8', '1.1.1.1'],
  ['only proxies', '127.0.0.1', '10.2.3.4', '127.0.0.1,10.0.0.0/8', '10.2.3.4'],
  ['not an address', '127.0.0.1', '1.1.1.1, unknown', '127.0.0.1', '127.0.0.1'],
  ['IPv4 in IPv6', '::ffff:127.0.0.1', '1.1.1.1', '127.0.0.0/8', '1.1.1.1'],
  ['IPv6', '2001:db8::5', '2001:db9::1', '2001:db8::/32', '2001:db9::1'],
  ['IPv6 in full', '2001:db8:0:0:0:0:0:5', '1.1.1.1', '2001:db8::5', '1.1.1.1'],
])('%s', (_name, socket, header, trusted, caller) => {
  expect(callerAddress(socket, header, proxies(trusted))).toBe(caller);
});

test('an IPv6 address counts for the networks around it in any spelling', () => {
  const keys = addressKeys('2001:db8:1:2::5');
  expect(keys).toEqual([
    { key: '20010db800010002/64', times: 1 },
    { key: '20010db80001/48', times: 10 },
    { key: '20010db8/32', times: 100 },
  ]);
  expect(addressKeys('2001:0DB8:0001:0002:ffff:0:0:1%eth0')).toEqual(keys);
  expect(addressKeys('2001:db8:1:3::5')[1]).toEqual(keys[1]);
  expect(addressKeys('::ffff:9.9.9.9')).toEqual(addressKeys('9.9.9.9'));
  expect(addressKeys('9.9.9.9')).toHaveLength(1);
  expect(addressKeys('unknown')).toEqual([{ key: 'unknown', times: 1 }]);
});

const octet = fc.oneof(fc.nat(300).map(String), fc.constantFrom('', '00', '010', '0377', '0x7f', '1e1', '٣'));
const group = fc.oneof(
  fc.nat(0xffff).map((value) => value.toString(16)),
  fc.constantFrom('', '0000', '00000', '10000', 'g'),
);
const dotted = fc.oneof(
  fc.ipV4(),
  fc.array(octet, { maxLength: 6 }).map((parts) => parts.join('.')),
);
const colons = fc.array(group, { maxLength: 10 }).map((groups) => groups.join(':'));
const mixed = fc
  .tuple(fc.oneof(fc.constantFrom('::ffff', '0:0:0:0:0:ffff', '64:ff9b:', ':'), colons), dotted)
  .map((parts) => parts.join(':'));
const zoned = fc
  .tuple(fc.oneof(fc.ipV6(), dotted), fc.constantFrom('%', '%0', '%eth0'))
  .map((parts) => parts.join(''));
const text = fc.oneof(fc.ipV6(), dotted, colons, mixed, zoned, fc.string());

test('an address is what the system takes for one, without a zone and with an IPv4 address written in one way', () => {
  fc.assert(
    fc.property(text, (address) => {
      fc.pre(address.trim() === address && address !== '' && !/[,/]/.test(address));
      const isPlain = !address.includes('%') && !/^::[\d.]*\.[\d.]*$/.test(address);
      expect(parseProxies(address) !== null, address).toBe(isPlain && isIP(address) !== 0);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  '010.0.0.1',
  '0x0a.0.0.1',
  '10.1',
  '167772161',
  '::10.0.0.1',
  '::ffff:010.0.0.1',
  '::ffff:0x0a.0.0.1',
  '10.0.0.1%0',
  `${'0'.repeat(4_000)}10.0.0.1`,
])('%s is not another way of writing 10.0.0.1', (address) => {
  expect(parseProxies(address)).toBeNull();
  expect(callerAddress(address, '1.1.1.1', proxies('10.0.0.0/8'))).toBe(address);
});

test.each([
  ['::ffff:10.0.0.0/104', '10.9.9.9', true],
  ['::ffff:10.0.0.0/104', '11.0.0.0', false],
  ['10.0.0.1/31', '10.0.0.0', true],
  ['10.0.0.1/31', '10.0.0.2', false],
  ['2001:db8::/33', '2001:db8:7fff::', true],
  ['2001:db8::/33', '2001:db8:8000::', false],
  ['::/0', '10.0.0.1', true],
  ['0.0.0.0/0', '2001:db8::1', false],
])('%s holds %s: %s', (network, address, isInside) => {
  expect(isTrustedPeer(address, proxies(network))).toBe(isInside);
});

test.each(['10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/+8', '10.0.0.0/8/8', '/8', '10.0.0.0/0x8'])(
  '%s is no network',
  (network) => {
    expect(parseProxies(network)).toBeNull();
  },
);

function caller(trusted: string) {
  const warned: string[] = [];
  const deps = {
    limiter: createLimiter({ now: () => 1e12 }),
    trustedProxies: proxies(trusted),
    socketAddress: (env: unknown) => String(env),
    onUntrustedProxy: (peer: string) => void warned.push(peer),
  };
  const take = (socket: string, forwarded?: string, what = 'address') =>
    takeForAddress(deps, { header: () => forwarded }, socket, what, 600);
  return { warned, take };
}

test("one customer's many networks share a limit, and neighbours keep theirs", () => {
  const { take } = caller('');
  const answered = Array.from({ length: 650 }, (_, net) =>
    Array.from({ length: 10 }, () => take(`2001:db8:1:${net.toString(16)}::1`)),
  ).flat();
  expect(answered.filter((waitS) => waitS === 0)).toHaveLength(6_000);
  expect(take('2001:db8:2::1')).toBe(0);
  expect(take('9.9.9.9')).toBe(0);
});

test('calls refused for one network do not use up the share of its neighbours', () => {
  const { take } = caller('');
  for (let call = 0; call < 10_000; call++) take('2001:db8:1:1::1');
  expect(take('2001:db8:1:2::1')).toBe(0);
});

test('behind an unnamed proxy, files have no common limit, and the header gains a stranger nothing', () => {
  const { take } = caller('');
  for (let call = 0; call < 2_000; call++) expect(take('127.0.0.1', '1.1.1.1', 'file')).toBe(0);
  for (let call = 0; call < 600; call++) take('9.9.9.9', '1.1.1.1', 'file');
  expect(take('9.9.9.9', '1.1.1.1', 'file')).toBeGreaterThan(0);
});

test('an untrusted peer that forwards is named', () => {
  const { warned, take } = caller('127.0.0.1');
  take('9.9.9.9');
  take('127.0.0.1', '1.1.1.1');
  expect(warned).toEqual([]);
  take('10.0.0.5', '1.1.1.1');
  expect(warned).toEqual(['10.0.0.5']);
});
