/**
 * The edge: every request arrives here. It answers requests without a user itself and passes signed ones to the object of their
 * user. An unsigned request never wakes or creates the object of a user.
 */
import { getPath } from 'hono/utils/url';
import { type AppDeps, createApp } from '#api/app.ts';
import { createAuthenticator } from '#api/auth/authenticate.ts';
import { launchKeys } from '#api/auth/launch-data.ts';
import { createExportTokens } from '#api/auth/tokens.ts';
import type { Ledger } from '#api/ledger/types.ts';
import { unreachable } from '#api/runtime/http/endpoint.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { CALLS, FILES, SERVICE_CALLS } from '#core/contract/calls.ts';
import { createOperator, type OperatorDeps } from './operator.ts';

export interface EdgeDeps extends Omit<AppDeps, 'ledger' | 'neighbours' | 'sql'> {
  /** The object of one user. */
  readonly home: (userId: number) => { fetch(request: Request): Promise<Response> };
  /** Null where operators have no access. */
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
    const token = EXPORT.exec(path)?.[1];
    if (token !== undefined) return exportTokens.userOf(token);
    if (!path.startsWith('/api/') || OPEN_PATHS.has(path) || path.startsWith(PICTURES)) return null;
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
      // The object is restarting or overloaded. The caller tries again later.
      return unreachable(deps, { method: request.method, path: '/api/*', user, started }, cause);
    }
  };
}

const OPEN_PATHS: ReadonlySet<string> = new Set([
  ...Object.values(CALLS)
    .filter(({ access }) => access !== 'signed')
    .map(({ path }) => path),
  SERVICE_CALLS.webhook.path,
]);
const PICTURES = FILES.picture.path.replace('{token}', '');
const EXPORT = new RegExp(`^${FILES.exported.path.replace('{token}', '([^/]+)')}$`);

/** The edge has no ledger, and no route that it answers needs one. */
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
