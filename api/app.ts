/** The API as Hono apps. They depend on no runtime; the caller passes in everything that one provides. */
import { type Context, Hono } from 'hono';
import { CALLS, FILES, SERVICE_CALLS } from '#core/contract/calls.ts';
import { CURRENT_RULES, type Rules } from '#core/points/rules.ts';
import { type Authenticator, createAuthenticator } from './auth/authenticate.ts';
import { type Hmac, launchKeys } from './auth/launch-data.ts';
import {
  createDeletionProofs,
  createExportTokens,
  createShareTokens,
  type TokenDeps,
} from './auth/tokens.ts';
import type { OpenedBot } from './bot/bot.ts';
import { webhookRoute } from './bot/routes.ts';
import { recordRoutes } from './calculations/record-routes.ts';
import { calculationRoutes } from './calculations/routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { checkInRoutes } from './check-in/routes.ts';
import type { Config } from './config.ts';
import type { PublicRouteDeps, RouteDeps } from './deps.ts';
import { editRoutes } from './edits/routes.ts';
import { exportRoutes, ledgerRoutes } from './exports/routes.ts';
import { admitting } from './ledger/admission.ts';
import { publicRoutes } from './market/routes.ts';
import { eventReminderRoutes } from './notifications/event-routes.ts';
import { settingsRoutes } from './notifications/routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import type { LogPeer } from './proof/log-peer.ts';
import { logRoutes, proofRoutes } from './proof/routes.ts';
import { referralRoutes } from './referrals/routes.ts';
import { isAt, knownPaths } from './runtime/http/call-paths.ts';
import { type EdgeDeps, refusal } from './runtime/http/endpoint.ts';
import { sbtClaimRoutes } from './sbt/claim-routes.ts';
import type { Minting } from './sbt/minting.ts';
import { sbtRoutes } from './sbt/routes.ts';
import { type Reveals, revealedPlan } from './seals/reveals.ts';
import { revealedRoutes, sealRoutes } from './seals/routes.ts';
import { findPicture } from './shared-images/pictures.ts';
import { pictureRoutes, shareRoutes } from './shared-images/routes.ts';
import { userRoutes } from './users/routes.ts';
import { createProofPayloads } from './wallet/payload.ts';
import { walletConnectRoutes, walletRoutes } from './wallet/routes.ts';

export type AppConfig = Pick<
  Config,
  | 'botToken'
  | 'previousToken'
  | 'botUsername'
  | 'appShortName'
  | 'appName'
  | 'publicUrl'
  | 'initDataMaxAgeS'
  | 'trustedProxies'
  | 'wallets'
>;

interface CommonDeps extends Omit<EdgeDeps, 'trustedProxies'> {
  readonly config: AppConfig;
  readonly hmac: Hmac;
  /** SHA-256 of a UTF-8 text, lower-case hex. */
  readonly sha256: (text: string) => string;
  /** Unguessable letters and digits, at least 128 bits. */
  readonly randomToken: () => string;
  /** The log of published totals; without it nothing is published. */
  readonly proofLog?: LogPeer | null;
}

export interface PublicAppDeps
  extends CommonDeps,
    Pick<PublicRouteDeps, 'ready' | 'market' | 'calendar' | 'findPicture' | 'reveals' | 'version'> {
  /** The bot's webhook; without it the path does not exist. */
  readonly webhook?: OpenedBot;
  /** Answers paths outside `/api`, such as those of the built app; without it, 404. */
  readonly fallback?: (context: Context) => Promise<Response>;
}

/** The database is read directly, and written only through the ledger's commits. */
export interface UserAppDeps
  extends CommonDeps,
    Pick<RouteDeps, 'ledger' | 'neighbours' | 'calendar' | 'sql' | 'onErased' | 'newRecordId' | 'prepare'> {
  /** Events that a user may append in a UTC day, instead of the product's own limit. */
  readonly eventsPerDay?: number;
  /** The rules of new events, instead of the current ones. */
  readonly rules?: Rules;
  /** How badges become tokens; without it they cannot. */
  readonly minting?: Minting | null;
}

export interface AppDeps extends Omit<PublicAppDeps, 'findPicture' | 'reveals'>, UserAppDeps {
  readonly reveals: Omit<Reveals, 'revealed'>;
}

/** Public and user app in one, for a deployment with one database. */
export function createApp(deps: AppDeps): Hono {
  const { sql, clock, ledger } = deps;
  const { fromHeader } = authenticatorOf(deps);
  const app = createPublicApp({
    ...deps,
    findPicture: async (userId, hash) => findPicture(sql, userId, hash, clock.now()),
    reveals: {
      ...deps.reveals,
      revealed: async (userId, hash) => revealedPlan(sql, ledger.read, userId, hash),
    },
  });
  const users = createUserApp(deps, ({ req }) => fromHeader(req.header('authorization')));
  return app.route('/', users);
}

/** Every call and file that needs no user's ledger, and the refusal of everything that is no call. */
export function createPublicApp(deps: PublicAppDeps): Hono {
  const { wallets } = deps.config;
  const routeDeps: PublicRouteDeps = { ...deps, ...partsOf(deps), wallets };
  const app = new Hono();
  for (const routes of PUBLIC_ROUTES) routes(app, routeDeps);
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

/** The calls of users, and downloads of their data. @param launchOf the checked launch data of a request. */
export function createUserApp(deps: UserAppDeps, launchOf: RouteDeps['launchOf']): Hono {
  const routeDeps: RouteDeps = {
    ...deps,
    ...partsOf(deps),
    ledger: admitting(deps.ledger, deps.eventsPerDay),
    rules: deps.rules ?? CURRENT_RULES,
    minting: deps.minting ?? null,
    launchOf,
    firstLaunch: authenticatorOf(deps).firstLaunch,
    exportTokens: createExportTokens(tokenDeps(deps)),
    deletionProofs: createDeletionProofs(tokenDeps(deps)),
    proofPayloads: createProofPayloads(tokenDeps(deps)),
  };
  const app = new Hono();
  for (const routes of USER_ROUTES) routes(app, routeDeps);
  app.notFound(refusal(routeDeps, '/api/*', 'not_found'));
  return app;
}

export function authenticatorOf({ config, hmac, sha256, clock }: CommonDeps): Authenticator {
  const keys = launchKeys(hmac, config.botToken, config.previousToken);
  return createAuthenticator({ keys, hmac, sha256, clock, maxAgeS: config.initDataMaxAgeS });
}

export function tokenDeps({ config, hmac, randomToken }: CommonDeps): TokenDeps {
  return { hmac, botToken: config.botToken, random: randomToken };
}

/** What the routes of both apps need. */
function partsOf(deps: CommonDeps) {
  const { publicUrl, appName, trustedProxies } = deps.config;
  const appLink = appLinkOf(deps.config);
  return {
    publicUrl,
    appName,
    trustedProxies,
    proofLog: deps.proofLog ?? null,
    shareTokens: createShareTokens(tokenDeps(deps)),
    links: { appLink, referralLink: (userId: number) => `${appLink}?startapp=${userId}` },
  };
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

const PUBLIC_ROUTES = [
  publicRoutes,
  calendarRoutes,
  walletConnectRoutes,
  pictureRoutes,
  revealedRoutes,
  sbtRoutes,
  logRoutes,
  openApiRoutes,
];

/** Paths with a fixed word come before those with an id in the same place. */
const USER_ROUTES = [
  calculationRoutes,
  checkInRoutes,
  settingsRoutes,
  eventReminderRoutes,
  walletRoutes,
  sbtClaimRoutes,
  userRoutes,
  recordRoutes,
  editRoutes,
  referralRoutes,
  ledgerRoutes,
  exportRoutes,
  shareRoutes,
  sealRoutes,
  proofRoutes,
];
