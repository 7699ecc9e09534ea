/** The screens that can open the app, by address, so that entry and router request the same files. */
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
  '/riskmoney': {
    code: () => screen(() => import('../screens/risk-money.tsx')),
    texts: 'calculators',
  },
  '/riskpercent': {
    code: () => screen(() => import('../screens/risk-percent.tsx')),
    texts: 'calculators',
  },
  '/takeprofitstoploss': {
    code: () => screen(() => import('../screens/take-profit-stop-loss.tsx')),
    texts: 'calculators',
  },
  '/averageposition': {
    code: () => screen(() => import('../screens/average-position.tsx')),
    texts: 'calculators',
  },
  '/elliottwave': {
    code: () => screen(() => import('../screens/elliott-wave.tsx')),
    texts: 'calculators',
  },
  '/staking': {
    code: () => screen(() => import('../screens/staking.tsx')),
    texts: 'calculators',
  },
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
  if (!isFirst(path)) return null;
  const { code, texts } = FIRST_SCREENS[path];
  // The router reports a failure.
  code().catch(() => undefined);
  return texts;
}

function isFirst(path: string): path is keyof typeof FIRST_SCREENS {
  return Object.hasOwn(FIRST_SCREENS, path);
}
