/** What every screen stands in, and where a user belongs. */
import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { painted } from '#ui/after-paint.ts';
import { Layout } from '../layout.tsx';
import type { RouterContext } from '../router.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { access }, location, preload, cause }) => {
    if (preload) return;
    // The tap that leads elsewhere is answered first: the next screen may take longer to render than anybody waits for that.
    if (cause === 'stay') await painted();
    const current = access.current();
    if ((current === 'new' || current === 'nobody') && location.pathname !== '/') {
      access.want(`${location.pathname}${location.searchStr}`);
      throw redirect({ to: '/', replace: true });
    }
    if (current !== 'returning') return;
    if (location.pathname === '/') throw redirect({ href: access.wanted() ?? '/index', replace: true });
    // Not before the user is there: another navigation may have come before the one that led them.
    access.want(null);
  },
  component: Root,
});

function Root() {
  const { access } = Route.useRouteContext();
  return <Layout access={access} />;
}
