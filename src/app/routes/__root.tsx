/** What every screen stands in, and where a user belongs. */
import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { Layout } from '../layout.tsx';
import type { RouterContext } from '../router.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context: { access }, location, preload }) => {
    if (preload) return;
    const current = access.current();
    if ((current === 'new' || current === 'nobody') && location.pathname !== '/') {
      access.want(`${location.pathname}${location.searchStr}`);
      throw redirect({ to: '/', replace: true });
    }
    if (current !== 'returning') return;
    // Taken wherever the user is: it must not lead there at some later launch in the same tab.
    const wanted = access.takeWanted();
    if (location.pathname === '/') throw redirect({ href: wanted ?? '/index', replace: true });
  },
  component: Root,
});

function Root() {
  const { access } = Route.useRouteContext();
  return <Layout access={access} />;
}
