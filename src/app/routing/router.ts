/** The router: paths only. The fragment belongs to the messaging app's launch parameters and is never read here. */
import { createRouter } from '@tanstack/react-router';
import type { AccessState } from '../boot/access.ts';
import { Spinner } from '../boot/spinner.tsx';
import { routeTree } from '../route-tree.gen.ts';
import { withCalculators } from './calculator-routes.tsx';
import { RouteError } from './route-error.tsx';

export interface RouterContext {
  readonly access: AccessState;
}

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree: withCalculators(routeTree),
    context,
    defaultErrorComponent: RouteError,
    defaultPendingComponent: Spinner,
    defaultPendingMs: 300,
    defaultPendingMinMs: 200,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
