/** The screen that a message of the bot leads to. */
import { parseStartParameter } from '#core/launch/start-parameter.ts';
import type { AccessState } from './access.ts';
import type { AppRouter } from './router.ts';

/** From Home, so that back leads there; not again where the page is loaded anew, nor for who is elsewhere already. */
export function openStartScreen(
  startParameter: string | null,
  access: Pick<AccessState, 'want'>,
  router: AppRouter,
): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (startParameter === null || visit?.type === 'reload') return;
  const start = parseStartParameter(startParameter);
  if (start?.type !== 'screen') return;
  const { pathname } = router.state.location;
  if (pathname === '/index') void router.navigate({ to: `/${start.screen}` });
  // Not let in yet.
  else if (pathname === '/') access.want(`/${start.screen}`);
}
