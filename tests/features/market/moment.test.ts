/** When an overlay may open over a screen without a request. */
import { expect, test } from 'vitest';
import { isFree } from '#features/advert/moment.ts';

function pageOf(part: { hidden?: boolean; over?: boolean; typing?: boolean | null }): Document {
  const active = part.typing === null ? null : { matches: () => part.typing === true };
  return {
    hidden: part.hidden === true,
    querySelector: () => (part.over === true ? {} : null),
    activeElement: active,
  } as unknown as Document;
}

test('it opens on a visible screen that the user is not interacting with', () => {
  expect(isFree(pageOf({}))).toBe(true);
  expect(isFree(pageOf({ typing: null }))).toBe(true);
  expect(isFree(pageOf({ hidden: true }))).toBe(false);
  expect(isFree(pageOf({ over: true }))).toBe(false);
  expect(isFree(pageOf({ typing: true }))).toBe(false);
});
