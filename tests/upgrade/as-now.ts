/** What the older version answered, with the differences that are meant. */
import { expect } from 'vitest';
import { NO_ACCOUNT } from '#core/contract/settings.ts';
import type { Answer } from './scenario.ts';

/** A zone as its database spells it, and the account that every user has now. */
export function asNow(old: Readonly<Record<string, unknown>>): Record<string, Answer> {
  const text = JSON.stringify(old);
  expect(text).toContain('"europe/berlin"');
  const now: Record<string, Answer> = JSON.parse(text.replaceAll('"europe/berlin"', '"Europe/Berlin"'));
  const settings = Object.entries(now).filter(([name]) => name.startsWith('GET /api/user/settings/'));
  expect(settings.length).toBeGreaterThan(0);
  for (const [, { json }] of settings) if (json.settings) json.settings.account = NO_ACCOUNT;
  return now;
}
