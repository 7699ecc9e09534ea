/**
 * The router: a route for each line of the screen table, below a root that redirects to and from onboarding. Paths
 * only: the fragment belongs to the messaging app's launch parameters and is never read here.
 */
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { loadTexts } from '#i18n/i18n.ts';
import { painted } from '#ui/after-paint.ts';
import type { AccessState } from '../boot/access.ts';
import { Spinner } from '../boot/spinner.tsx';
import { Layout } from '../layout.tsx';
import { BUILT_SCREENS } from '../screens/built.ts';
import { loadScreen } from '../screens/load-screen.ts';
import { type SCREENS, type ScreenLine, type ScreenPath, screenAt } from '../screens/table.ts';
import { RouteError } from './route-error.tsx';

export interface RouterContext {
  readonly access: AccessState;
}

const ROOT = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { access }, location, preload, cause }) => {
    if (preload) return;
    // Paint the tap's feedback first: rendering the next screen may take noticeably long.
    if (cause === 'stay') await painted();
    const current = access.current();
    const isNew = current === 'new' || current === 'no_user';
    if (isNew && screenAt(location.pathname)?.isForNewUsers !== true) {
      access.setReturnPath(`${location.pathname}${location.searchStr}`);
      throw redirect({ to: '/', replace: true });
    }
    if (current !== 'returning') return;
    if (location.pathname === '/') throw redirect({ href: access.returnPath() ?? '/index', replace: true });
    // Only after arrival: another navigation may have come before the redirect.
    access.setReturnPath(null);
  },
  component: Layout,
});

/** Unknown paths lead Home. */
const UNKNOWN = createRoute({
  getParentRoute: () => ROOT,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/index', replace: true });
  },
});

export function createAppRouter(context: RouterContext) {
  const screens = Object.fromEntries(BUILT_SCREENS.map((line) => [line.path, routeOf(line)]));
  return createRouter({
    routeTree: ROOT.addChildren({ ...screens, unknown: UNKNOWN } as Routes),
    context,
    defaultErrorComponent: RouteError,
    defaultPendingComponent: Spinner,
    defaultPendingMs: 300,
    defaultPendingMinMs: 200,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

function routeOf<const Path extends ScreenPath>(line: ScreenLine & { readonly path: Path }) {
  return createRoute({
    getParentRoute: () => ROOT,
    path: line.path,
    validateSearch: line.search as (search: Record<string, unknown>) => SearchOf<Path>,
    loader: () => loadTexts(...line.texts),
    component: lazyRouteComponent(async () => ({ Screen: await loadScreen(line) }), 'Screen'),
  });
}

type Routes = { readonly [Path in ScreenPath]: ReturnType<typeof routeOf<Path>> } & {
  readonly unknown: typeof UNKNOWN;
};

/** What the table's line for a path reads from the query. */
type SearchOf<Path extends ScreenPath, Line = (typeof SCREENS)[number]> = Line extends {
  readonly path: infer Own;
}
  ? Path extends Own
    ? Line extends { readonly search: (search: Record<string, unknown>) => infer Search }
      ? Search
      : Record<never, never>
    : never
  : never;

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
