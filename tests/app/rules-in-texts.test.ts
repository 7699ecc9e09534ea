/** Figures of the points rules in texts: interpolated if possible, otherwise checked against the rules. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#core/languages.ts';
import { ALL_BADGES, BADGE_TIERS } from '#core/points/badges.ts';
import { DAY_MS } from '#core/points/days.ts';
import { LEVEL_BOUNDS } from '#core/points/levels.ts';
import { RULES_V1 } from '#core/points/rules.ts';

type Texts = { readonly [key: string]: string | Texts };

const { friendRegistered, friendRegisteredPremium, activityPerDay, oldestRecord } = RULES_V1;
const friends = [friendRegistered / 1000, friendRegisteredPremium / 1000];
const days = oldestRecord / DAY_MS;

/** A first screen has no room for the rules themselves; the others describe them in prose. */
const WRITTEN_OUT = [
  ['home', 'friends.what', friends],
  ['calculators', 'record.zero_daily_limit', [0, activityPerDay]],
  ['calculators', 'record.zero_too_old', [0, days]],
  ['history', 'state.zero_too_old', [0, days]],
  ['faq', 'badge.what', [BADGE_TIERS.lev.length, ALL_BADGES]],
  ['faq', 'badge.how.lev', [1, LEVEL_BOUNDS.length]],
  ['faq', 'where.all', [ALL_BADGES]],
] as const;

const textsOf = (language: string, namespace: string): Texts =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/${namespace}.json`, import.meta.url), 'utf8'));

function textAt(texts: Texts, key: string): string {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : `no text ${key}`;
}

const allTexts = (texts: Texts): string[] =>
  Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : allTexts(text)));

const figuresOf = (text: string) => (text.match(/\d+/g) ?? []).map(Number);

describe.each(LANGUAGE_CODES)('%s', (language) => {
  test.each(WRITTEN_OUT)("%s: %s names the rules' figures", (namespace, key, figures) => {
    expect(figuresOf(textAt(textsOf(language, namespace), key))).toEqual(figures);
  });

  test.each(['profile', 'referrals'])('%s contains no literal figure', (namespace) => {
    const named = allTexts(textsOf(language, namespace)).filter((text) =>
      figuresOf(text).some((figure) => figure !== 0),
    );
    expect(named).toEqual([]);
  });
});
