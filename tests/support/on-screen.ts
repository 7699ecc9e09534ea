/** What is on the screen, in the words of the journeys. Every check waits until it holds. */
import { expect, vi } from 'vitest';
import { type Locator, locators, page, userEvent } from 'vitest/browser';
import type { ServerCall } from '#tests/support/fake-account.ts';
import type { FakeServer } from '#tests/support/fake-server.ts';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** For what has no role or name. */
    css(selector: string): Locator;
  }
}

locators.extend({ css: (selector: string) => `css=${selector}` });

type Text = string | RegExp;

export interface OnScreen {
  readonly not: OnScreen;
  toBeVisible(): Promise<void>;
  /** Not visible, or not there. */
  toBeHidden(): Promise<void>;
  toBeInViewport(): Promise<void>;
  toHaveCount(count: number): Promise<void>;
  /** The whole text with single spaces, or that of each element in order. */
  toHaveText(text: Text | readonly Text[]): Promise<void>;
  toContainText(text: Text): Promise<void>;
  toHaveAccessibleName(name: Text): Promise<void>;
  toHaveAccessibleDescription(description: Text): Promise<void>;
  toHaveAttribute(name: string, value?: Text): Promise<void>;
  toHaveValue(value: Text): Promise<void>;
  toBeFocused(): Promise<void>;
  toBeChecked(): Promise<void>;
  toBeDisabled(): Promise<void>;
  toBeEnabled(): Promise<void>;
}

/** Checks of one element, or of all that the locator finds. Two elements are an error where one is expected. */
export function onScreen(locator: Locator, isNot = false): OnScreen {
  const check = (read: () => unknown, wanted: unknown): Promise<void> => {
    const polled = expect.poll(read, { message: locator.asLocator() });
    return isNot ? polled.not.toEqual(wanted) : polled.toEqual(wanted);
  };
  const element = (): Element => locator.element();
  const found = () => locator.elements();
  const later = () => (isNot ? expect.element(locator).not : expect.element(locator));
  return {
    get not() {
      return onScreen(locator, !isNot);
    },
    toBeVisible: () => check(() => isVisible(one(found())), true),
    toBeHidden: () => check(() => isVisible(one(found())), false),
    toBeInViewport: () => later().toBeInViewport(),
    toHaveCount: (count) => check(() => found().length, count),
    toHaveText: (text) =>
      typeof text === 'string' || text instanceof RegExp
        ? check(() => textOf(element()), whole(text))
        : check(() => found().map(textOf), text.map(whole)),
    toContainText: (text) =>
      check(
        () => textOf(element()),
        typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
      ),
    toHaveAccessibleName: (name) => later().toHaveAccessibleName(name),
    toHaveAccessibleDescription: (description) => later().toHaveAccessibleDescription(description),
    toHaveAttribute: (name, value) =>
      check(() => element().getAttribute(name), value === undefined ? expect.any(String) : whole(value)),
    toHaveValue: (value) => check(() => (element() as HTMLInputElement).value, whole(value)),
    toBeFocused: () => check(() => element() === document.activeElement, true),
    toBeChecked: () => later().toBeChecked(),
    toBeDisabled: () => later().toBeDisabled(),
    toBeEnabled: () => later().toBeEnabled(),
  };
}

function one(elements: readonly Element[]): Element | null {
  if (elements.length > 1) throw new Error(`${elements.length} elements`);
  return elements[0] ?? null;
}

function whole(text: Text): unknown {
  return typeof text === 'string' ? text : expect.stringMatching(text);
}

/** The text of an element with single spaces. */
export function textOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
}

export function isVisible(element: Element | null): boolean {
  if (element === null) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
}

/** The address with its query and fragment. */
export function expectUrl(address: RegExp): Promise<void> {
  return expect.poll(() => location.href).toMatch(address);
}

/** The screen's main part. */
export const main = page.getByRole('main');

/** A card of the screen by its exact name. */
export function region(name: string): Locator {
  return main.getByRole('region', { name, exact: true });
}

/** Where an element is, as plain data: matchers compare no fields of a DOMRect. */
export function placeOf(locator: Locator) {
  const { x, y, width, height } = locator.element().getBoundingClientRect();
  return { x, y, width, height };
}

/** Presses and releases one key by its name, such as `Enter`, `Space` or `Shift+Tab`. */
export function press(key: string): Promise<void> {
  const [name = '', modifier] = key.split('+').reverse();
  const pressed = name === 'Space' ? ' ' : `{${name}}`;
  return userEvent.keyboard(modifier === undefined ? pressed : `{${modifier}>}${pressed}{/${modifier}}`);
}

export async function focus(locator: Locator): Promise<void> {
  await onScreen(locator).toHaveCount(1);
  (locator.element() as HTMLElement).focus();
}

/** Scrolls an element into view, and waits until the browser has painted it. */
export async function scrollTo(locator: Locator): Promise<void> {
  await onScreen(locator).toHaveCount(1);
  locator.element().scrollIntoView({ block: 'center', behavior: 'instant' });
  await nextFrame();
}

/** From now on timers of the app wait for `letTimePass`, so that what is shown for a moment stays. */
export function stopTime(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
}

/** @param ms how much passes at once. */
export async function letTimePass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await nextFrame();
}

/** Resolves once the page has painted again, with earlier scroll events handled. */
export function nextFrame(): Promise<void> {
  return new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => painted())));
}

/** Lets the server answer this call again, but only once the user presses the button: the app's own retries wait until then. */
export async function retryBy(button: Locator, server: FakeServer, call: ServerCall): Promise<void> {
  const release = server.hold(call);
  server.recover(call);
  const before = server.asked(call);
  // A press may join an attempt of the app that already got the error.
  await expect
    .poll(async () => {
      if (server.asked(call) === before) await button.click({ timeout: 1000 });
      return server.asked(call);
    })
    .toBeGreaterThan(before);
  release();
}
