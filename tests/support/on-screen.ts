/** Finds what is on the screen, like a user: by role, name and text. Every check waits until it holds. */
import { expect } from 'vitest';
import { type Locator, locators, page } from 'vitest/browser';
import type { TestApp } from '#tests/support/render-app.tsx';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** For what has no role or name. */
    css(selector: string): Locator;
  }
}

locators.extend({ css: (selector: string) => `css=${selector}` });

/** The visible text, with single spaces. */
export function textOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
}

export function textsOf(locator: Locator): string[] {
  return locator.elements().map(textOf);
}

export function expectCount(locator: Locator, count: number): Promise<void> {
  return expect.poll(() => locator.elements().length, { message: locator.asLocator() }).toBe(count);
}

/** The whole text of each element, in order. */
export function expectTexts(locator: Locator, texts: readonly (string | RegExp)[]): Promise<void> {
  return expect
    .poll(() => textsOf(locator))
    .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))));
}

/** Shown, and in view or reachable by scrolling. */
export function expectVisible(locator: Locator): Promise<void> {
  return expect.element(locator).toBeVisible();
}

/** Hidden, or not there at all. */
export function expectHidden(locator: Locator): Promise<void> {
  return expect
    .poll(() => locator.elements().filter(isVisible).length, { message: `visible: ${locator.asLocator()}` })
    .toBe(0);
}

function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
}

/** The screen's main part. */
export const main = page.getByRole('main');

export function region(name: string): Locator {
  return main.getByRole('region', { name, exact: true });
}

/** The text, with single spaces, contains this. */
export function expectText(locator: Locator, text: string | RegExp): Promise<void> {
  return expect
    .poll(() => textOf(locator.element()))
    .toEqual(typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text));
}

/** No longer in the page, or not yet. */
export function expectGone(locator: Locator): Promise<void> {
  return expectCount(locator, 0);
}

export function expectPath(path: string): Promise<void> {
  return expect.poll(() => location.pathname).toBe(path);
}

/** Where an element is, in whole CSS pixels of the page, as plain data: matchers compare no fields of a DOMRect. */
export function placeOf(locator: Locator) {
  const { x, y, width, height } = locator.element().getBoundingClientRect();
  return { x, y, width, height };
}

/** Whether the host shows its back button; false before the first request. */
export function hasBackButton({ host }: TestApp): boolean {
  const last = host.messages().findLast(({ type }) => type === 'web_app_setup_back_button');
  return (last?.data as { is_visible?: boolean } | undefined)?.is_visible ?? false;
}

/** Presses the host's back button once it is shown. */
export async function pressBack(app: TestApp): Promise<void> {
  await expect.poll(() => hasBackButton(app)).toBe(true);
  app.host.send('back_button_pressed');
}
