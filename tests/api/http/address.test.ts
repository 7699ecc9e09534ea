/** The caller's address: only a trusted hop is believed about the one before it. */
import { expect, test } from 'vitest';
import { callerAddress, parseProxies } from '#api/http/address.ts';

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
