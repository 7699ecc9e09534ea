/** Our own drawing of lucide's icons gives the same picture as lucide's, from the same data. */
import { readFileSync } from 'node:fs';
import * as lucide from 'lucide-react';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createLucideIcon, { type IconData } from '#ui/lucide-icon.ts';

const folder = new URL('../../node_modules/lucide-react/dist/esm/icons/', import.meta.url);
const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

test.each([
  ['ChevronLeft', 'chevron-left'],
  ['House', 'house'],
  ['Calculator', 'calculator'],
  ['ShieldQuestion', 'shield-question-mark'],
])('%s', async (name, file) => {
  const { __iconData: data } = (await import(new URL(`${file}.mjs`, folder).href)) as {
    __iconData: IconData;
  };
  const theirs = (lucide as unknown as Record<string, ComponentType<typeof ICON>>)[name];
  if (theirs === undefined) throw new Error(`no icon ${name}`);
  expect(drawn(createLucideIcon(data))).toEqual(drawn(theirs));
  expect(drawn(createLucideIcon(data)).attributes).toContain('width="20"');
});

test("lucide's icons import the module that the build replaces", () => {
  expect(readFileSync(new URL('house.mjs', folder), 'utf8')).toContain("from '../createLucideIcon.mjs'");
});

/** Without attributes that the page does not need: its classes and its namespace. */
function drawn(icon: ComponentType<typeof ICON>) {
  const [, attributes = '', inside = ''] =
    /^<svg ([^>]*)>(.*)<\/svg>$/.exec(renderToStaticMarkup(createElement(icon, ICON))) ?? [];
  const kept = attributes.match(/[\w-]+="[^"]*"/gi)?.filter((one) => !/^(class|xmlns)=/.test(one)) ?? [];
  return { attributes: kept.toSorted(), inside };
}
