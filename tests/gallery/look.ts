/** A screen of the app in one of its states, and how to reach it. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import type { Language } from '#core/languages.ts';
import type { App } from '#tests/journeys/app.ts';

export interface Scene {
  readonly app: App;
  readonly page: Page;
  /** The user who opens it. */
  readonly userId: number;
  /** The text as shown on a screen, by `namespace:key`. */
  readonly text: (key: string) => string;
}

export interface Look {
  readonly name: string;
  readonly path: string;
  /** The user who opens it: unknown, with onboarding only, with friends and a past, or with a freeze at work. */
  readonly as?: 'new' | 'empty' | 'filled' | 'frozen';
  readonly launch?: {
    readonly platform?: string;
    readonly version?: string;
    /** Seconds since 1970; by default the gallery's time. */
    readonly authDate?: number;
    readonly startParameter?: string;
  };
  /** The advert comes once a day; every other screen is shown after it. */
  readonly withAdvert?: boolean;
  /** In place of a launch by the messaging app. */
  readonly fragment?: (scene: Scene) => string;
  /** Before the app is opened. */
  readonly before?: (scene: Scene) => Promise<unknown>;
  /** Once the screen is ready: brings it into the state. */
  readonly prepare?: (scene: Scene) => Promise<unknown>;
}

/** Texts of a language by `namespace:key`; for a plural its first form. */
export function textsOf(language: Language): (key: string) => string {
  return (key) => {
    const [namespace = '', path = ''] = key.split(':');
    const file = new URL(`../../locales/${language}/${namespace}.json`, import.meta.url);
    let found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    for (const part of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[part];
    if (typeof found !== 'string') throw new Error(`no text ${key}`);
    return found.replaceAll('{{app}}', 'iRICH');
  };
}

/** A click that the bottom bar cannot block. */
export function press(button: Locator): Promise<void> {
  return button.evaluate((element: HTMLElement) => element.click());
}
