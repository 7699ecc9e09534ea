/** The screens whose code the app fetches before anybody asks. */
import { expect, test, vi } from 'vitest';
import { MAIN_SCREENS, prefetchScreens } from '#app/routing/prefetch.ts';
import { CODE } from '#app/screens/load-screen.ts';

vi.mock('#i18n/i18n.ts', () => ({ loadTexts: () => Promise.resolve() }));

test('the screens of the bottom bar can be fetched before all others', async () => {
  const fetched: string[] = [];
  for (const file of Object.keys(CODE)) {
    vi.spyOn(CODE, file).mockImplementation(async () => {
      fetched.push(file);
      return () => null;
    });
  }
  vi.stubGlobal('window', { requestIdleCallback: true });
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  await prefetchScreens(MAIN_SCREENS);
  expect(fetched).toHaveLength(4);
  expect(MAIN_SCREENS.map(({ path }) => path)).toEqual(['/calculators', '/profile', '/index', '/SBT']);
  await prefetchScreens();
  expect(new Set(fetched).size).toBeGreaterThan(MAIN_SCREENS.length);
  vi.unstubAllGlobals();
});
