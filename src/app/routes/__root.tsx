/** What every screen stands in, and where a user belongs. */
import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { Layout } from '../layout.tsx';
import type { RouterContext } from '../router.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => {
    const access = context.access.current();
    if (access === 'new' && location.pathname !== '/') throw redirect({ to: '/', replace: true });
    if (access === 'returning' && location.pathname === '/') throw redirect({ to: '/index', replace: true });
  },
  component: Root,
});

function Root() {
  const { access } = Route.useRouteContext();
  return <Layout access={access} />;
}
