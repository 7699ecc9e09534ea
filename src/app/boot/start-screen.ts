/** Opens the screen that a message of the bot links to. */
import { startScreenOf } from '#core/launch/opening.ts';
import type { AppRouter } from '../routing/router.tsx';
import type { AccessState } from './access.ts';

/** Navigates from Home, so that back leads there; not after a reload, nor if the user is elsewhere already. */
export function openStartScreen(
  startParameter: string | null,
  access: Pick<AccessState, 'setReturnPath'>,
  router: AppRouter,
): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (startParameter === null || visit?.type === 'reload') return;
  const screen = startScreenOf(startParameter);
  if (screen === null) return;
  const { pathname } = router.state.location;
  if (pathname === '/index') void router.navigate({ to: `/${screen}` });
  // The user is still in onboarding.
  else if (pathname === '/') access.setReturnPath(`/${screen}`);
}
