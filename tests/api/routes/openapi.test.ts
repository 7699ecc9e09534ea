/** `/api/openapi.json` in both deployments: public, cacheable, and of no user. */
import { expect, test } from 'vitest';
import document from '#api/openapi/document.json' with { type: 'json' };
import { FILES } from '#core/contract/calls.ts';
import { makeApi } from '../support.ts';

const PATH = '/api/openapi.json';

test('anyone may read the document, and keep it for an hour', async () => {
  const api = await makeApi();
  const before = await api.databases();
  const reply = await api.send('GET', PATH);
  expect(reply.status).toBe(200);
  expect(reply.json).toEqual(document);
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(reply.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  const headers = { 'if-none-match': reply.headers.get('etag') ?? '' };
  const again = await api.send('GET', PATH, { headers });
  expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
  // No ledger was opened for it.
  expect(await api.databases()).toBe(before);
});

test('it is counted against the limit of its reader, like other public calls', async () => {
  const api = await makeApi();
  for (let call = 0; call < 600; call++) await api.send('GET', FILES.walletManifest.path);
  const reply = await api.send('GET', PATH);
  expect(reply.json).toMatchObject({ error: { code: 'rate_limited' } });
  expect(reply.headers.get('retry-after')).toBe('60');
});
