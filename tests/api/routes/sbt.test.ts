/** Token metadata (TEP-64) in both deployments: public, readable by any page, cacheable, in every language. */
import { expect, test } from 'vitest';
import { badgeContent, contentOf } from '#api/sbt/metadata.ts';
import { LANGUAGE_CODES } from '#core/languages.ts';
import { BADGE_FAMILIES, BADGE_TIERS } from '#core/points/badges.ts';
import { makeApi, requestOf } from '../support.ts';

const pathOf = (url: string) => new URL(url).pathname;
const CONTENT = contentOf('https://irich.example');

test('the collection is described at the address given to its contract', async () => {
  const api = await makeApi();
  const reply = await api.send('GET', pathOf(CONTENT.own));
  expect(reply.status).toBe(200);
  expect(reply.json).toEqual({
    name: 'iRICH badges',
    description: expect.stringMatching(/^Badges of iRICH, /),
    image: 'https://irich.example/icon-512.png',
  });
});

test('every badge is described in every language at the address in its voucher', async () => {
  const api = await makeApi();
  const seen = new Set<string>();
  for (const family of BADGE_FAMILIES) {
    for (const tier of BADGE_TIERS[family].keys()) {
      const id = `${family}_${tier + 1}`;
      for (const language of LANGUAGE_CODES) {
        const reply = await api.send('GET', pathOf(CONTENT.common + badgeContent(id, language)));
        expect(reply.status, id).toBe(200);
        expect(reply.json.image).toBe(`https://irich.example/badges/${id}.png`);
        expect(reply.text).not.toMatch(/\{\{|undefined|NaN/);
        seen.add(reply.json.name).add(reply.json.description);
      }
    }
  }
  // All texts differ: 80 badges with a name and a description in each language.
  expect(seen.size).toBe(80 * 2 * LANGUAGE_CODES.length);
});

test("a badge's description says how it was earned", async () => {
  const api = await makeApi();
  const read = async (path: string) => (await api.send('GET', `/sbt/${path}.json`)).json;
  expect(await read('en/lev_6')).toEqual({
    name: 'iRICH: Level 6',
    description: 'Earned by reaching level 6.',
    image: 'https://irich.example/badges/lev_6.png',
    attributes: [
      { trait_type: 'Family', value: 'Levels' },
      { trait_type: 'Tier', value: '6' },
      { trait_type: 'Colour', value: 'Bronze' },
    ],
  });
  expect((await read('en/ref_1')).description).toBe('Earned by inviting 1 friend.');
  expect((await read('en/chain_20')).description).toContain('25,000,000 iRICH');
  expect((await read('ru/ref_2')).description).toBe('Получен за 3 приглашённых друзей.');
  expect((await read('ru/streak_4')).description).toBe('Получен за ежедневный бонус 21 день подряд.');
  expect((await read('ru/streak_1')).description).toBe('Получен за ежедневный бонус 3 дня подряд.');
});

test('caches may keep the metadata, and any page may read it', async () => {
  const api = await makeApi();
  for (const path of ['/sbt/collection.json', '/sbt/ru/chain_3.json']) {
    const { headers } = await api.send('GET', path);
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const tag = headers.get('etag') ?? '';
    const again = await api.send('GET', path, { headers: { 'if-none-match': tag } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers.get('access-control-allow-origin')).toBe('*');
    expect((await api.fetch(requestOf('HEAD', path, {}))).status).toBe(200);
  }
  expect(api.lines.at(-1)).toMatchObject({ path: '/sbt/{language}/{badge}.json', status: 200 });
});

test.each(['en/lev_21', 'en/lev_0', 'de/lev_1', 'en/star_1', 'en/lev_1.json', 'en/..%2Flev_1'])(
  'there is no %s',
  async (path) => {
    const api = await makeApi();
    expect((await api.send('GET', `/sbt/${path}.json`)).status).toBe(404);
  },
);
