/** What the older version answered, with the differences that are meant. */
import { expect } from 'vitest';
import type { Answer } from './scenario.ts';

/**
 * A zone as its database spells it, a profile that says how far the user's edits are, settings that may hold alerts of any
 * coin, and freezes.
 */
export function asNow(old: Readonly<Record<string, unknown>>): Record<string, Answer> {
  const text = JSON.stringify(old);
  expect(text).toContain('"europe/berlin"');
  const now: Record<string, Answer> = JSON.parse(text.replaceAll('"europe/berlin"', '"Europe/Berlin"'));
  const profiles = Object.values(now).filter(({ json }) => json.referral_link !== undefined);
  expect(profiles.length).toBeGreaterThan(0);
  for (const { json } of profiles) {
    json.edits = 0;
    json.streak.freezes = 0;
  }
  const settings = Object.values(now).filter(({ json }) => json.settings !== undefined);
  expect(settings.length).toBeGreaterThan(0);
  for (const { json } of settings) json.settings.coinAlerts = {};
  for (const { json } of Object.values(now)) {
    if (json.bonusAmount === undefined) continue;
    json.freezesAtWork = 0;
    // A claim's profile has them.
    if (json.profile === undefined) json.freezes = 0;
  }
  return now;
}

/** A file of the older version: the history has outcomes since, after the columns that it had. */
export function fileAsNow(text: string): string {
  const old = 'id,calculationType,occurredAt,awarded,reason,inputs';
  const [first = '', ...lines] = text.split('\r\n');
  if (first.replace('\u{FEFF}', '') !== old) return text;
  return [`${first},symbol,result,exitPrice,r,note`, ...lines.map((line) => line && `${line},,,,,`)].join(
    '\r\n',
  );
}
