/** The caller's address: only a trusted hop is believed about the one before it. */
import { expect, test } from 'vitest';
import { addressKeys, callerAddress, parseProxies } from '#api/http/address.ts';
import { takeForAddress } from '#api/http/bounds.ts';
import { createLimiter } from '#api/http/limits.ts';

const proxies = (text: string) => parseProxies(text) ?? [];

test.each([
  ['no proxy is trusted', '9.9.9.9', '1.1.1.1', '', '9.9.9.9'],
  ['the socket is not the proxy', '9.9.9.9', '1.1.1.1', '127.0.0.1', '9.9.9.9'],
  ['no header', '127.0.0.1', null, '127.0.0.1', '127.0.0.1'],
  ['one proxy', '127.0.0.1', '1.1.1.1', '127.0.0.1', '1.1.1.1'],
  ['what the caller claims itself is not believed', '127.0.0.1', '6.6.6.6, 1.1.1.1', '127.0.0.1', '1.1.1.1'],
  ['two proxies', '127.0.0.1', '6.6.6.6, 1.1.1.1, 10.2.3.4', '127.0.0.1,10.0.0.0/8', '1.1.1.1'],
  ['only proxies', '127.0.0.1', '10.2.3.4', '127.0.0.1,10.0.0.0/8', '10.2.3.4'],
  ['not an address', '127.0.0.1', '1.1.1.1, unknown', '127.0.0.1', '127.0.0.1'],
  ['IPv4 in IPv6', '::ffff:127.0.0.1', '1.1.1.1', '127.0.0.0/8', '1.1.1.1'],
  ['IPv6', '2001:db8::5', '2001:db9::1', '2001:db8::/32', '2001:db9::1'],
  ['IPv6 in full', '2001:db8:0:0:0:0:0:5', '1.1.1.1', '2001:db8::5', '1.1.1.1'],
])('%s', (_name, socket, header, trusted, caller) => {
  expect(callerAddress(socket, header, proxies(trusted))).toBe(caller);
});

test('an IPv6 address counts for the networks around it, whatever way it is written', () => {
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

test('the many networks of one customer share a limit, and the neighbours keep theirs', () => {
  const { take } = caller('');
  const answered = Array.from({ length: 650 }, (_, net) =>
    Array.from({ length: 10 }, () => take(`2001:db8:1:${net.toString(16)}::1`)),
  ).flat();
  expect(answered.filter((waitS) => waitS === 0)).toHaveLength(6_000);
  expect(take('2001:db8:2::1')).toBe(0);
  expect(take('9.9.9.9')).toBe(0);
});

test('who is refused for one network does not use up the share of the networks beside it', () => {
  const { take } = caller('');
  for (let call = 0; call < 10_000; call++) take('2001:db8:1:1::1');
  expect(take('2001:db8:1:2::1')).toBe(0);
});

test('behind a proxy that nobody has named, files have no common limit; a stranger gains nothing by the header', () => {
  const { take } = caller('');
  for (let call = 0; call < 2_000; call++) expect(take('127.0.0.1', '1.1.1.1', 'file')).toBe(0);
  for (let call = 0; call < 600; call++) take('9.9.9.9', '1.1.1.1', 'file');
  expect(take('9.9.9.9', '1.1.1.1', 'file')).toBeGreaterThan(0);
});

test('a peer that forwards and is not trusted is named', () => {
  const { warned, take } = caller('127.0.0.1');
  take('9.9.9.9');
  take('127.0.0.1', '1.1.1.1');
  expect(warned).toEqual([]);
  take('10.0.0.5', '1.1.1.1');
  expect(warned).toEqual(['10.0.0.5']);
});
