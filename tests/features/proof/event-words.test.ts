/** Sealed plans have words of their own in the list of a user's events. */
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

test('an event that this version does not know', () => {
  expect(words('Later.v9' as StoredEvent['type'], {})).toBe('proof:event.other');
});
