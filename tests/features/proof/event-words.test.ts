/** Every type of event has words of its own in the list of a user's events. */
import { expect, test } from 'vitest';
import type { StoredEvent } from '#core/points/events.ts';
import { wordsOf } from '#features/proof/event-words.ts';

const HASH = 'a'.repeat(64);
const words = (type: StoredEvent['type'], data: object) =>
  wordsOf({ type, data: JSON.stringify(data) } as StoredEvent, ((key: string) => key) as never).what;

test('a sealed plan and its revelation', () => {
  expect(words('PlanSealed.v1', { hash: HASH, sealedAt: 1, sentAt: null })).toBe('proof:event.planSealed');
  expect(words('PlanRevealed.v1', { hash: HASH })).toBe('proof:event.planRevealed');
});

test('a registration by a link, and deleted data', () => {
  const registered = { firstAuthDate: 1, premium: false, referrer: 5, referrerRegistered: true };
  expect(words('Registered.v1', registered)).toBe('proof:event.joinedBy');
  expect(words('DataDeleted.v1', {})).toBe('proof:event.deleted');
});

test('an event that this version does not know', () => {
  expect(words('Later.v9' as StoredEvent['type'], {})).toBe('proof:event.other');
});
