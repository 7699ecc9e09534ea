/** Accessibility violations that axe finds in a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Axe {
  run(context: Document, options: object): Promise<{ readonly violations: readonly Violation[] }>;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

// Not with the runner's builder, which sends the full code to the page four times and returns the passing
// results as well.
const near = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const code = readFileSync(near.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * One text per violated rule with its elements: for these rules, or all of levels A and AA. For pages without
 * frames.
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(code);
  const runOnly = rules === undefined ? { type: 'tag', values: TAGS } : { type: 'rule', values: rules };
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { readonly axe: Axe };
    const { violations } = await axe.run(document, { runOnly: only, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, runOnly);
}
