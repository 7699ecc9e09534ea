/** The build's check for circular imports. */
import { expect, test } from 'vitest';
import { type Chunks, findCycle } from '#api/ops/chunk-cycle.ts';

const chunks = (imports: Record<string, readonly string[]>): Chunks =>
  Object.fromEntries(Object.entries(imports).map(([key, keys]) => [key, { imports: keys }]));

test.each([
  ['one file that imports nothing', { a: {} }],
  ['a file that two others import', chunks({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })],
  ['a file that is not in the list', chunks({ a: ['gone'] })],
])('there is no cycle: %s', (_, built) => {
  expect(findCycle(built)).toBeNull();
});

test.each([
  ['two files', chunks({ a: ['b'], b: ['a'] }), ['a', 'b', 'a']],
  ['a file that imports itself', chunks({ a: ['a'] }), ['a', 'a']],
  [
    'three files behind others',
    chunks({ start: ['x', 'a'], x: [], a: ['b'], b: ['x', 'c'], c: ['a'] }),
    ['a', 'b', 'c', 'a'],
  ],
])('the cycle is named: %s', (_, built, cycle) => {
  expect(findCycle(built)).toEqual(cycle);
});

test('hundreds of files that import all earlier ones are checked quickly', () => {
  const names = Array.from({ length: 500 }, (_, index) => `f${index}`);
  expect(
    findCycle(chunks(Object.fromEntries(names.map((name, index) => [name, names.slice(0, index)])))),
  ).toBeNull();
});
