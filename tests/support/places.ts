/** The table of places: where code lives, and what it may import. */

export interface Import {
  /** Path of the importing file from the root of the project. */
  readonly from: string;
  readonly specifier: string;
  /** A path inside the project, `node:name`, or `package:name`. */
  readonly to: string;
}

interface Place {
  /** The files it is about; the first place that matches a file decides. */
  readonly files: RegExp;
  /** Paths inside the project that it may import beside itself (`files` is always allowed). */
  readonly may: readonly RegExp[];
  /** Packages; absent means any. `node:…` counts as one. */
  readonly packages?: readonly RegExp[];
}

const CORE = /^src\/core\//;
const LOCALES = /^locales\//;
const CHUNKS = /^src\/platform\/chunks\//;
const PORTS = /^src\/platform\/(clock|network|storage|random)\.ts$/;
const SQLITE_PORT = /^api\/sqlite\/(port|migrations|blank)\.ts$/;
const NO_RUNTIME = /^package:(?!better-sqlite3$|@hono\/node-server$|cloudflare:)/;
const NODE = /^node:/;

const PLACES: readonly Place[] = [
  // Decimals only where calculations are; nothing of the first screen may pull them in.
  {
    files: /^src\/core\/(calculators\/|numbers\.ts)/,
    may: [CORE],
    packages: [/^package:(decimal\.js|valibot)$/],
  },
  { files: CORE, may: [], packages: [/^package:valibot$/] },
  {
    files: /^src\/data\//,
    may: [CORE, PORTS, CHUNKS],
    packages: [/^package:(?!react|@tanstack|@twa-dev|@tonconnect|i18next|lucide-react)/],
  },
  { files: /^src\/platform\//, may: [CORE], packages: [/^package:(?!@tanstack|i18next|dexie)/] },
  {
    files: /^src\/ui\//,
    may: [CORE],
    packages: [/^package:(?!@tanstack|@twa-dev|@tonconnect|dexie|i18next)/],
  },
  { files: /^src\/i18n\//, may: [CORE, LOCALES] },
  {
    files: /^src\/features\/([^/]+)\//,
    may: [CORE, /^src\/(ui|data|platform|i18n)\//, LOCALES],
    packages: [/^package:(?!@twa-dev|dexie)/],
  },
  { files: /^src\/app\//, may: [/^src\//, LOCALES] },
  {
    files: /^worker\//,
    may: [CORE, /^src\/data\//, PORTS],
    packages: [/^package:(?!react|@tanstack|@twa-dev)/],
  },

  { files: /^api\/sqlite\//, may: [] },
  { files: /^api\/ledger\//, may: [CORE, SQLITE_PORT], packages: [NO_RUNTIME] },
  { files: /^api\/people\//, may: [CORE, SQLITE_PORT, /^api\/ledger\//], packages: [NO_RUNTIME] },
  { files: /^api\/notices\//, may: [CORE, SQLITE_PORT], packages: [NO_RUNTIME] },
  { files: /^api\/health\//, may: [CORE, SQLITE_PORT], packages: [NO_RUNTIME] },
  { files: /^api\/http\//, may: [CORE, /^api\/(auth|ledger|config)/], packages: [NO_RUNTIME] },
  {
    files: /^api\/exchange\//,
    may: [CORE, SQLITE_PORT, /^api\/(ledger|people)\//],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/moving\//,
    may: [
      CORE,
      SQLITE_PORT,
      /^api\/(ledger|notices|notifications|people|sbt|share|wallet)\//,
      /^api\/(erase-user|migrations)\.ts$/,
    ],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/objects\//,
    may: [
      CORE,
      SQLITE_PORT,
      /^api\/(alerts|bot|exchange|health|ledger|moving|notices|notifications|people|public|share|http|auth|market|calendar|wallet)\//,
      /^api\/(app|config|migrations|routes\/bot)\.ts$/,
    ],
    packages: [NO_RUNTIME],
  },
  { files: /^api\/alerts\//, may: [CORE, SQLITE_PORT], packages: [NO_RUNTIME] },
  { files: /^api\/bot\//, may: [CORE, LOCALES], packages: [NO_RUNTIME] },
  { files: /^api\/share\//, may: [CORE, SQLITE_PORT, /^api\/bot\//], packages: [NO_RUNTIME] },
  {
    files: /^api\/notifications\//,
    may: [CORE, SQLITE_PORT, /^api\/(alerts|bot|ledger|market|notices|people)\//],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/wallet\//,
    may: [CORE, SQLITE_PORT, /^api\/(auth|ledger|people|sbt)\//],
    packages: [NO_RUNTIME],
  },
  { files: /^api\/outside\//, may: [SQLITE_PORT], packages: [] },
  {
    files: /^api\/(market|calendar)\//,
    may: [CORE, SQLITE_PORT, /^api\/(market|outside)\//],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/public\//,
    may: [CORE, SQLITE_PORT, /^api\/(alerts|calendar|market|outside)\//],
    packages: [NO_RUNTIME],
  },
  { files: /^api\/config\//, may: [CORE, /^api\/(http|sbt|wallet)\//], packages: [NO_RUNTIME] },
  { files: /^api\/auth\//, may: [CORE, SQLITE_PORT], packages: [NO_RUNTIME] },
  {
    files: /^api\/sbt\//,
    may: [CORE, SQLITE_PORT, /^api\/(bot|ledger|outside)\//],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/routes\//,
    may: [
      CORE,
      /^api\/(auth|exchange|health|ledger|notices|notifications|people|share|http|market|calendar|bot|sbt|wallet)\//,
      SQLITE_PORT,
      /^api\/erase-user\.ts$/,
    ],
    packages: [NO_RUNTIME],
  },
  { files: /^api\/cli\//, may: [CORE, /^api\//] },
  { files: /^api\/machine\//, may: [] },
  { files: /^api\/(node|cloudflare)\.ts$/, may: [CORE, /^api\//, /^package\.json$/] },
  {
    files: /^api\/(?!node\.ts|cloudflare\.ts)[^/]+\.ts$/,
    may: [CORE, /^api\/(?!cli\/|node\.ts|cloudflare\.ts)/],
    packages: [NO_RUNTIME],
  },

  { files: /^tests\//, may: [/^/] },
  { files: /^(vite\.config\.ts|public\/|\.ci\/)/, may: [/^package\.json$/] },
];

/** Why an import is not allowed, or null where it is. */
export function forbidden({ from, to }: Import): string | null {
  const place = PLACES.find((one) => one.files.test(from));
  if (place === undefined) return 'its file is in no known place';
  if (to.startsWith('package:') || NODE.test(to)) {
    return place.packages === undefined || place.packages.some((pattern) => pattern.test(to))
      ? null
      : 'this place may not use that package';
  }
  if (isSamePlace(place, from, to) || place.may.some((pattern) => pattern.test(to))) return null;
  return 'this place may not import from there';
}

/** A feature is a place of its own: its siblings match the same row and are still not it. */
function isSamePlace(place: Place, from: string, to: string): boolean {
  const own = place.files.exec(from);
  const other = place.files.exec(to);
  return own !== null && other !== null && own[1] === other[1];
}
