/** The domain that a wallet signs if the app has its own port or a name outside ASCII. */
import { expect, test } from 'vitest';
import { CONFIG } from '#tests/api/support.ts';
import { objectsApi } from '#tests/support/objects-api.ts';
import { walletNamed } from '#tests/support/wallets.ts';

test.each([
  ['https://irich.example:8443', 'irich.example:8443', 200],
  // Some wallets leave the port out.
  ['https://irich.example:8443', 'irich.example', 200],
  ['https://irich.example:8443', 'irich.example:443', 400],
  ['https://irich.example:8443', 'example:8443', 400],
  ['https://irich.example', 'irich.example:443', 400],
  ['https://богатый.example', 'xn--80abgzw0a7d.example', 200],
  ['https://богатый.example', 'богатый.example', 400],
])('%s: a proof for %s answers %i', async (publicUrl, domain, expected) => {
  const api = objectsApi({ config: { ...CONFIG, publicUrl } });
  const ada = await api.registered(1);
  const { payload } = (await ada.send('GET', '/api/wallet/proof-payload')).json;
  const body = { id: 1, ...walletNamed('ada').prove({ at: api.clock.at, payload, domain }) };
  const { status } = await ada.send('POST', '/api/user/wallet', { body });
  expect(status).toBe(expected);
});
