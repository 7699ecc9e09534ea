/** The screens that the app is opened with, by address, so that entry and router ask for the same files. */
import type { Namespace } from '#i18n/types.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';

/** Where the code does not come, the route's error screen tries again. */
const ONE_TRY = { patience: 0 };

export const FIRST_SCREENS = {
  '/': {
    code: () => loadChunk('onboarding', () => import('./screens/onboarding.tsx'), ONE_TRY),
    texts: 'onboarding',
  },
  '/index': { code: () => loadChunk('home', () => import('./screens/home.tsx'), ONE_TRY), texts: 'home' },
  '/riskmoney': {
    code: () => loadChunk('risk-money', () => import('./screens/risk-money.tsx'), ONE_TRY),
    texts: 'calculators',
  },
  '/riskpercent': {
    code: () => loadChunk('risk-percent', () => import('./screens/risk-percent.tsx'), ONE_TRY),
    texts: 'calculators',
  },
  '/takeprofitstoploss': {
    code: () =>
      loadChunk('take-profit-stop-loss', () => import('./screens/take-profit-stop-loss.tsx'), ONE_TRY),
    texts: 'calculators',
  },
  '/averageposition': {
    code: () => loadChunk('average-position', () => import('./screens/average-position.tsx'), ONE_TRY),
    texts: 'calculators',
  },
  '/elliottwave': {
    code: () => loadChunk('elliott-wave', () => import('./screens/elliott-wave.tsx'), ONE_TRY),
    texts: 'calculators',
  },
  '/staking': {
    code: () => loadChunk('staking', () => import('./screens/staking.tsx'), ONE_TRY),
    texts: 'calculators',
  },
} as const satisfies Readonly<Record<string, FirstScreen>>;

interface FirstScreen {
  readonly code: () => Promise<unknown>;
  readonly texts: Namespace;
}

/** Asks for the code of the screen at an address and names its texts; null where the app is not opened with that one. */
export function askForScreen(path: string): Namespace | null {
  if (!isFirst(path)) return null;
  const { code, texts } = FIRST_SCREENS[path];
  // Where it does not come, the router says so.
  code().catch(() => undefined);
  return texts;
}

function isFirst(path: string): path is keyof typeof FIRST_SCREENS {
  return Object.hasOwn(FIRST_SCREENS, path);
}
