/** The links that lead outside are as their schema says. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { helpUrl, LINKS } from '#platform/links.ts';
import { LinksSchema } from '#platform/links-schema.ts';

test('the configuration is complete', () => {
  const read = v.safeParse(LinksSchema, LINKS);
  expect(read.issues ?? []).toEqual([]);
  expect(LINKS.offers.wallets.links).toHaveLength(2);
  expect(LINKS.offers.exchanges.links).toHaveLength(7);
});

test('a slip in it is found', () => {
  const broken = { ...LINKS, feedback: 'http://t.me/x' };
  expect(v.is(LinksSchema, broken)).toBe(false);
  expect(v.is(LinksSchema, { ...LINKS, extra: 1 })).toBe(false);
  expect(v.is(LinksSchema, { ...LINKS, helpBase: { en: 'https://a.b/en', ru: 'https://a.b/' } })).toBe(false);
});

test('help has a prefix per language', () => {
  expect(helpUrl('badge', 'en')).toBe(`${LINKS.helpBase.en}badge`);
  expect(LINKS.helpBase.en.startsWith(LINKS.helpBase.ru)).toBe(true);
});
