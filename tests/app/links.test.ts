/** External links match their schema. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { helpUrl, LINKS } from '#platform/links.ts';
import { LinksSchema } from '#platform/links-schema.ts';

test('the configuration is complete', () => {
  const read = v.safeParse(LinksSchema, LINKS);
  expect(read.issues ?? []).toEqual([]);
  expect(LINKS.offers.wallets).toMatchObject({ discountPercent: 10, promoCode: expect.any(String) });
  expect(LINKS.offers.wallets.links).toHaveLength(2);
  expect(LINKS.offers.tools).toMatchObject({ rewardUsd: 15, links: [expect.anything()] });
  expect(LINKS.offers.exchanges.rewardCurrency).toBe('USDT');
  expect(LINKS.offers.exchanges.links).toHaveLength(7);
});

test('a mistake in it is found', () => {
  const broken = { ...LINKS, feedback: 'http://t.me/x' };
  expect(v.is(LinksSchema, broken)).toBe(false);
  expect(v.is(LinksSchema, { ...LINKS, extra: 1 })).toBe(false);
  expect(v.is(LinksSchema, { ...LINKS, helpBase: { en: 'https://a.b/en', ru: 'https://a.b/' } })).toBe(false);
});

test.each([
  ['a code with spaces', { wallets: { ...LINKS.offers.wallets, promoCode: 'TEN OFF' } }],
  ['no reward', { tools: { links: LINKS.offers.tools.links } }],
  ['a reward of nothing', { tools: { ...LINKS.offers.tools, rewardUsd: 0 } }],
  ['no links', { exchanges: { ...LINKS.offers.exchanges, links: [] } }],
  [
    'one partner twice',
    { tools: { ...LINKS.offers.tools, links: [...LINKS.offers.tools.links, ...LINKS.offers.tools.links] } },
  ],
  [
    'an invalid link',
    { tools: { ...LINKS.offers.tools, links: [{ name: 'x', url: { en: 'javascript:alert(1)', ru: '' } }] } },
  ],
])('an offer with %s is found', (_, slip) => {
  expect(v.is(LinksSchema, { ...LINKS, offers: { ...LINKS.offers, ...slip } })).toBe(false);
});

test('help has a prefix per language', () => {
  expect(helpUrl('badge', 'en')).toBe(`${LINKS.helpBase.en}badge`);
  expect(LINKS.helpBase.en.startsWith(LINKS.helpBase.ru)).toBe(true);
});
