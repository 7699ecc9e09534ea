/** The whole API as one Hono app. It knows no runtime: what it needs of one is handed in. */
import { type Context, Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { createDeletionProofs } from './auth/deletion-proof.ts';
import { createExportTokens } from './auth/export-token.ts';
import { type Hmac, launchKeys } from './auth/launch-data.ts';
import { createShareTokens } from './auth/share-token.ts';
import type { CalendarProvider } from './calendar/provider.ts';
import type { Config } from './config.ts';
import type { Neighbours } from './exchange/neighbours.ts';
import type { ReadyReport } from './health/readiness.ts';
import { type RequestLine, refusal } from './http/endpoint.ts';
import type { Limiter } from './http/limits.ts';
import { admitting } from './ledger/admission.ts';
import type { Ledger } from './ledger/types.ts';
import type { MarketProvider } from './market/provider.ts';
import { type WebhookDeps, webhookRoute } from './routes/bot.ts';
import { calculationRoutes } from './routes/calculations.ts';
import { calendarRoutes } from './routes/calendar.ts';
import { checkInRoutes } from './routes/check-in.ts';
import type { RouteDeps } from './routes/deps.ts';
import { exportRoutes } from './routes/exports.ts';
import { ledgerRoutes } from './routes/ledger.ts';
import { publicRoutes } from './routes/public.ts';
import { recordRoutes } from './routes/records.ts';
import { referralRoutes } from './routes/referrals.ts';
import { sbtRoutes } from './routes/sbt.ts';
import { sbtClaimRoutes } from './routes/sbt-claims.ts';
import { settingsRoutes } from './routes/settings.ts';
import { shareRoutes } from './routes/share.ts';
import { userRoutes } from './routes/user.ts';
import { walletRoutes } from './routes/wallet.ts';
import type { Minting } from './sbt/minting.ts';
import { type FindPicture, findPicture } from './share/pictures.ts';
import type { Prepare } from './share/prepare.ts';
import type { Sql } from './sqlite/port.ts';
import { MANIFEST_PATH } from './wallet/manifest.ts';
import { createProofPayloads } from './wallet/payload.ts';

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
  /** Events that a user may append in a UTC day, in place of the product's own limit. */
  readonly eventsPerDay?: number;
  readonly neighbours: Neighbours;
  /** The same database as the ledger's; read here, written only through the ledger's commits. */
  readonly sql: Sql;
  /** A user has erased something: no file may keep it. Only needed where the database has files of its own. */
  readonly onErased?: () => void;
  /** What the last probe of the database found. */
  readonly ready: () => ReadyReport | Promise<ReadyReport>;
  readonly clock: { now(): number };
  readonly limiter: Limiter;
  readonly market: MarketProvider;
  readonly calendar: CalendarProvider;
  readonly hmac: Hmac;
  /** UTF-8 in, lower-case hex out. */
  readonly sha256: (text: string) => string;
  /** Letters and digits that nobody can guess, at least 128 bits of them. */
  readonly randomToken: () => string;
  /** A new UUID version 7. */
  readonly newRecordId: () => string;
  readonly requestId: () => string;
  readonly socketAddress: (env: unknown) => string;
  readonly onRequest: (line: RequestLine) => void;
  readonly version: string;
  /** What is written to the bot; without it there is no such path. */
  readonly webhook?: Pick<WebhookDeps, 'secret' | 'answer'>;
  /** Prepares the messages of shared pictures, where the bot is on. */
  readonly prepare?: Prepare;
  /** How badges become tokens; without it they are none. */
  readonly minting?: Minting | null;
  /** Where shared pictures are; in the same database unless it is said. */
  readonly findPicture?: FindPicture;
  /** Answers what is not under `/api`, such as the built app; without it, 404. */
  readonly fallback?: (context: Context) => Promise<Response>;
}

export function createApp(deps: AppDeps): Hono {
  const { config, hmac, clock } = deps;
  const { publicUrl, trustedProxies, wallets } = config;
  const appLink = appLinkOf(config);
  const keys = launchKeys(hmac, config.botToken, config.previousToken);
  const routeDeps: RouteDeps = {
    ...deps,
    ledger: admitting(deps.ledger, deps.eventsPerDay),
    publicUrl,
    trustedProxies,
    wallets,
    minting: deps.minting ?? null,
    authenticator: createAuthenticator({ keys, hmac, clock, maxAgeS: config.initDataMaxAgeS }),
    exportTokens: createExportTokens({ hmac, botToken: config.botToken, random: deps.randomToken }),
    deletionProofs: createDeletionProofs({ hmac, botToken: config.botToken }),
    shareTokens: createShareTokens({ hmac, botToken: config.botToken, random: deps.randomToken }),
    proofPayloads: createProofPayloads({ hmac, botToken: config.botToken, random: deps.randomToken }),
    findPicture:
      deps.findPicture ?? (async (userId, hash) => findPicture(deps.sql, userId, hash, clock.now())),
    links: { appLink, referralLink: (userId) => `${appLink}?startapp=${userId}` },
  };
  const app = new Hono();
  for (const routes of ROUTES) routes(app, routeDeps);
  if (deps.webhook !== undefined) webhookRoute(app, routeDeps, { ...deps.webhook, sha256: deps.sha256 });
  // Not as routes: where one handler alone matches a path, Hono calls it without ceremony.
  const otherMethod = PATHS.map(
    (path) => [path, refusal(routeDeps, path, 'method_not_allowed', methodsOf(path).join(', '))] as const,
  );
  const nothing = refusal(routeDeps, '/api/*', 'not_found');
  app.notFound((context) => {
    const { path } = context.req;
    const known = otherMethod.find(([pattern]) => matches(pattern, path));
    if (known === undefined && path !== '/api' && !path.startsWith('/api/')) {
      return deps.fallback?.(context) ?? nothing(context);
    }
    return known === undefined ? nothing(context) : known[1](context);
  });
  return app;
}

/** Opens the app inside of the messaging app. */
export function appLinkOf({
  botUsername,
  appShortName,
}: Pick<Config, 'botUsername' | 'appShortName'>): string {
  return `https://t.me/${botUsername}/${appShortName}`;
}

const TAKEN: readonly { readonly method: string; readonly path: string }[] = [
  ...Object.values(CALLS),
  { method: 'GET', path: '/api/exports/{token}' },
  { method: 'GET', path: '/api/share/{token}' },
  { method: 'GET', path: MANIFEST_PATH },
];
const PATHS = [...new Set(TAKEN.map((call) => call.path))];

/** The methods of every call at a path; HEAD is answered wherever GET is. */
function methodsOf(path: string): string[] {
  const here = TAKEN.filter((call) => call.path === path).map((call) => call.method);
  return here.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/** Whether a path is one of a pattern such as `/api/user/{id}`. */
function matches(pattern: string, path: string): boolean {
  const words = pattern.split('/');
  const parts = path.split('/');
  return (
    words.length === parts.length &&
    words.every((word, index) => (word.startsWith('{') ? parts[index] !== '' : parts[index] === word))
  );
}

/** Paths with a fixed word stand before those with an id in the same place. */
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
