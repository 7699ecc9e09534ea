/** The whole API as one Hono app. It depends on no runtime; the caller passes in everything that one provides. */
import { type Context, Hono } from 'hono';
import { CALLS, FILES, SERVICE_CALLS } from '#core/contract/calls.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { type Hmac, launchKeys } from './auth/launch-data.ts';
import { createDeletionProofs, createExportTokens, createShareTokens } from './auth/tokens.ts';
import type { OpenedBot } from './bot/bot.ts';
import { webhookRoute } from './bot/routes.ts';
import { recordRoutes } from './calculations/record-routes.ts';
import { calculationRoutes } from './calculations/routes.ts';
import type { CalendarProvider } from './calendar/provider.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { checkInRoutes } from './check-in/routes.ts';
import type { Config } from './config.ts';
import type { RouteDeps } from './deps.ts';
import { exportRoutes, ledgerRoutes } from './exports/routes.ts';
import { admitting } from './ledger/admission.ts';
import type { Ledger } from './ledger/types.ts';
import type { MarketProvider } from './market/provider.ts';
import { publicRoutes } from './market/routes.ts';
import { settingsRoutes } from './notifications/routes.ts';
import type { Neighbours } from './referrals/neighbours.ts';
import { referralRoutes } from './referrals/routes.ts';
import type { ReadyReport } from './runtime/health/readiness.ts';
import { isAt, knownPaths } from './runtime/http/call-paths.ts';
import { type RequestLine, refusal } from './runtime/http/endpoint.ts';
import type { Limiter } from './runtime/http/limits.ts';
import type { Sql } from './runtime/sqlite/port.ts';
import { sbtClaimRoutes } from './sbt/claim-routes.ts';
import type { Minting } from './sbt/minting.ts';
import { sbtRoutes } from './sbt/routes.ts';
import { type FindPicture, findPicture } from './shared-images/pictures.ts';
import type { Prepare } from './shared-images/prepare.ts';
import { shareRoutes } from './shared-images/routes.ts';
import { userRoutes } from './users/routes.ts';
import { createProofPayloads } from './wallet/payload.ts';
import { walletRoutes } from './wallet/routes.ts';

export type AppConfig = Pick<
  Config,
  | 'botToken'
  | 'previousToken'
  | 'botUsername'
  | 'appShortName'
  | 'publicUrl'
  | 'initDataMaxAgeS'
  | 'trustedProxies'
  | 'wallets'
>;

export interface AppDeps {
  readonly config: AppConfig;
  readonly ledger: Ledger;
  /** Events that a user may append in a UTC day, instead of the product's own limit. */
  readonly eventsPerDay?: number;
  readonly neighbours: Neighbours;
  /** The ledger's database: read directly here, written only through the ledger's commits. */
  readonly sql: Sql;
  /**
   * Called when a user has erased data, so that the database file drops the bytes too. Only needed where the database
   * is a file.
   */
  readonly onErased?: () => void;
  /** The result of the last database probe. */
  readonly ready: () => ReadyReport | Promise<ReadyReport>;
  readonly clock: { now(): number };
  readonly limiter: Limiter;
  readonly market: MarketProvider;
  readonly calendar: CalendarProvider;
  readonly hmac: Hmac;
  /** UTF-8 in, lower-case hex out. */
  readonly sha256: (text: string) => string;
  /** Unguessable letters and digits, at least 128 bits. */
  readonly randomToken: () => string;
  /** A new UUID version 7. */
  readonly newRecordId: () => string;
  readonly requestId: () => string;
  readonly socketAddress: (env: unknown) => string;
  readonly onRequest: (line: RequestLine) => void;
  readonly version: string;
  /** The bot's webhook; without it the path does not exist. */
  readonly webhook?: OpenedBot;
  /** Prepares messages with shared pictures; absent while the bot is off. */
  readonly prepare?: Prepare;
  /** How badges become tokens; without it they cannot. */
  readonly minting?: Minting | null;
  /** Finds shared pictures; in the same database by default. */
  readonly findPicture?: FindPicture;
  /** Answers paths outside `/api`, such as those of the built app; without it, 404. */
  readonly fallback?: (context: Context) => Promise<Response>;
}

export function createApp(deps: AppDeps): Hono {
  const { config, hmac, clock } = deps;
  const { publicUrl, trustedProxies, wallets } = config;
  const appLink = appLinkOf(config);
  const keys = launchKeys(hmac, config.botToken, config.previousToken);
  const tokens = { hmac, botToken: config.botToken, random: deps.randomToken };
  const routeDeps: RouteDeps = {
    ...deps,
    ledger: admitting(deps.ledger, deps.eventsPerDay),
    publicUrl,
    trustedProxies,
    wallets,
    minting: deps.minting ?? null,
    authenticator: createAuthenticator({ keys, hmac, clock, maxAgeS: config.initDataMaxAgeS }),
    exportTokens: createExportTokens(tokens),
    deletionProofs: createDeletionProofs(tokens),
    shareTokens: createShareTokens(tokens),
    proofPayloads: createProofPayloads(tokens),
    findPicture:
      deps.findPicture ?? (async (userId, hash) => findPicture(deps.sql, userId, hash, clock.now())),
    links: { appLink, referralLink: (userId) => `${appLink}?startapp=${userId}` },
  };
  const app = new Hono();
  for (const routes of ROUTES) routes(app, routeDeps);
  if (deps.webhook !== undefined) webhookRoute(app, routeDeps, deps.webhook);
  // Kept out of the routes: for a path with a single handler, Hono skips the middleware chain.
  const paths = deps.webhook === undefined ? PATHS : [...PATHS, ...WEBHOOK_PATHS];
  const nothing = refusal(routeDeps, '/api/*', 'not_found');
  app.notFound((context) => {
    const { path } = context.req;
    const known = paths.find((one) => isAt(one.path, path));
    if (known === undefined && path !== '/api' && !path.startsWith('/api/')) {
      return deps.fallback?.(context) ?? nothing(context);
    }
    if (known === undefined) return nothing(context);
    return refusal(routeDeps, known.path, 'method_not_allowed', known.allow)(context);
  });
  return app;
}

/** The link that opens the app inside the messaging app. */
export function appLinkOf({
  botUsername,
  appShortName,
}: Pick<Config, 'botUsername' | 'appShortName'>): string {
  return `https://t.me/${botUsername}/${appShortName}`;
}

const PATHS = knownPaths([...Object.values(CALLS), ...Object.values(FILES)]);
const WEBHOOK_PATHS = knownPaths([SERVICE_CALLS.webhook]);

/** Paths with a fixed word come before those with an id in the same place. */
const ROUTES = [
  calculationRoutes,
  publicRoutes,
  calendarRoutes,
  checkInRoutes,
  settingsRoutes,
  walletRoutes,
  sbtClaimRoutes,
  userRoutes,
  recordRoutes,
  referralRoutes,
  ledgerRoutes,
  exportRoutes,
  shareRoutes,
  sbtRoutes,
];
