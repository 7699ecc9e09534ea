/**
 * Where every request arrives. What names no user is answered here; what a user has signed goes to their home. Nobody who
 * has signed nothing can wake, or make, the home of a user.
 */
import { getPath } from 'hono/utils/url';
import { PUBLIC_CALLS } from '#core/contract/answers.ts';
import { CALLS } from '#core/contract/calls.ts';
import { type AppDeps, createApp } from '../app.ts';
import { createAuthenticator } from '../auth/authenticate.ts';
import { createExportTokens } from '../auth/export-token.ts';
import { launchKeys } from '../auth/launch-data.ts';
import { unreachable } from '../http/endpoint.ts';
import type { Ledger } from '../ledger/types.ts';
import { WEBHOOK_PATH } from '../routes/bot.ts';
import type { Sql } from '../sqlite/port.ts';
import { createOperator, type OperatorDeps } from './operator.ts';

export interface EdgeDeps extends Omit<AppDeps, 'ledger' | 'neighbours' | 'sql'> {
  /** The home of one user. */
  readonly home: (userId: number) => { fetch(request: Request): Promise<Response> };
  /** Null where the way for operators is closed. */
  readonly operator?: OperatorDeps | null;
}

export function createEdge(deps: EdgeDeps): (request: Request, env: unknown) => Promise<Response> {
  const { config, hmac, clock } = deps;
  const keys = launchKeys(hmac, config.botToken, config.previousToken);
  const authenticator = createAuthenticator({ keys, hmac, clock, maxAgeS: config.initDataMaxAgeS });
  const exportTokens = createExportTokens({ hmac, botToken: config.botToken, random: deps.randomToken });
  const app = createApp({ ...deps, ledger: NO_LEDGER, neighbours: NO_NEIGHBOURS, sql: NO_SQL });

  const operator = deps.operator ? createOperator(deps.operator, deps) : null;

  /** Reads the path as the routes do, however it is escaped. */
  function ownerOf(request: Request): number | null {
    const path = getPath(request);
    const token = /^\/api\/exports\/([^/]+)$/.exec(path)?.[1];
    if (token !== undefined) return exportTokens.userOf(token);
    if (!path.startsWith('/api/') || OPEN_PATHS.has(path) || path.startsWith('/api/share/')) return null;
    const checked = authenticator.fromHeader(request.headers.get('authorization'));
    return checked.ok ? checked.launch.user.id : null;
  }

  return async (request, env) => {
    const operated = (await operator?.(request, env)) ?? null;
    if (operated !== null) return operated;
    const user = ownerOf(request);
    if (user === null) return app.fetch(request, env);
    const started = clock.now();
    try {
      return await deps.home(user).fetch(request);
    } catch (cause) {
      // Being replaced by a new version, or asked for more than it can do. The caller tries again later.
      return unreachable(deps, { method: request.method, path: '/api/*', user, started }, cause);
    }
  };
}

const OPEN_PATHS: ReadonlySet<string> = new Set([
  ...PUBLIC_CALLS.map((name) => CALLS[name].path),
  WEBHOOK_PATH,
]);

/** There is no ledger here, and nothing that is answered here asks for one. */
function missing(): never {
  throw new Error('The edge has no ledger');
}
const NO_SQL: Sql = {
  run: missing,
  get: missing,
  all: missing,
  iterate: missing,
  transaction: missing,
  snapshot: missing,
  scrub: missing,
  foreignVersion: missing,
};
const NO_LEDGER: Ledger = {
  read: { account: missing, events: missing, eventsOfType: missing, eventById: missing, friends: missing },
  walletName: missing,
  isReadOnly: false,
  transact: missing,
  idle: missing,
};
const NO_NEIGHBOURS = { admit: missing, reserving: missing, friends: missing };
