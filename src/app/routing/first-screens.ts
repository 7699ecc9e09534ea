/** The screens that can open the app, by address, so that entry and router request the same files. */
import { CALCULATION_TYPES, CALCULATORS } from '#core/calculators/catalogue.ts';
import { loadCalculator } from '#features/calculators/screens.ts';
import type { Namespace } from '#i18n/types.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';

/** One try: if the code does not load, the route's error screen tries again. */
const screen = <T>(importIt: () => Promise<T>) => loadChunk('a screen', importIt, { patience: 0 });

export const FIRST_SCREENS = {
  '/': {
    code: () => screen(() => import('../screens/onboarding.tsx')),
    texts: 'onboarding',
  },
  '/index': { code: () => screen(() => import('../screens/home.tsx')), texts: 'home' },
} as const satisfies Readonly<Record<string, FirstScreen>>;

interface FirstScreen {
  readonly code: () => Promise<unknown>;
  readonly texts: Namespace;
}

/**
 * Requests the code of the screen at an address and returns its text namespace; null if the app cannot open with that
 * screen.
 */
export function askForScreen(path: string): Namespace | null {
  const first = firstScreen(path);
  if (first === null) return null;
  // The router reports a failure.
  first.code().catch(() => undefined);
  return first.texts;
}

function firstScreen(path: string): FirstScreen | null {
  if (isFirst(path)) return FIRST_SCREENS[path];
  const type = CALCULATION_TYPES.find((known) => CALCULATORS[known].path === path);
  return type === undefined ? null : { code: () => loadCalculator(type), texts: 'calculators' };
}

function isFirst(path: string): path is keyof typeof FIRST_SCREENS {
  return Object.hasOwn(FIRST_SCREENS, path);
}
