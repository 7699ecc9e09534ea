/** The root route: the frame of every screen, and the redirects to and from onboarding. */
import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { painted } from '#ui/after-paint.ts';
import { Layout } from '../layout.tsx';
import type { RouterContext } from '../routing/router.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { access }, location, preload, cause }) => {
    if (preload) return;
    // Paint the tap's feedback first: rendering the next screen may take noticeably long.
    if (cause === 'stay') await painted();
    const current = access.current();
    if ((current === 'new' || current === 'no_user') && location.pathname !== '/') {
      access.setReturnPath(`${location.pathname}${location.searchStr}`);
      throw redirect({ to: '/', replace: true });
    }
    if (current !== 'returning') return;
    if (location.pathname === '/') throw redirect({ href: access.returnPath() ?? '/index', replace: true });
    // Only after arrival: another navigation may have come before the redirect.
    access.setReturnPath(null);
  },
  component: Root,
});

function Root() {
  const { access } = Route.useRouteContext();
  return <Layout access={access} />;
}
