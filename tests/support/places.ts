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
const PORTS = /^src\/platform\/(clock|network|storage|random|ed25519|ed25519-library)\.ts$/;
const RUNTIME_PORTS =
  /^api\/runtime\/(sqlite\/(port|migrations|tables|blank|insert-rows|late-tables|table-parts)|jobs|scheduler)\.ts$/;
const ED25519 = /^api\/runtime\/ed25519\.ts$/;
const READ_TEXT = /^api\/runtime\/read-text\.ts$/;
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
  // Only pages use it: the rest of the device runs in the service worker too.
  {
    files: /^src\/device\/device-context\.ts$/,
    may: [/^src\/device\/model\.ts$/],
    packages: [/^package:react$/],
  },
  {
    files: /^src\/device\//,
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
  // The page of published totals: no React, and nothing of the app but its styles.
  {
    files: /^src\/proof-page\//,
    may: [CORE, LOCALES, /^src\/(platform\/|ui\/[\w-]+\.css$)/],
    packages: [/^package:(@noble\/hashes|qr)$/],
  },
  {
    files: /^src\/features\/([^/]+)\//,
    may: [CORE, /^src\/(ui|device|platform|i18n)\//, LOCALES],
    packages: [/^package:(?!@twa-dev|dexie)/],
  },
  { files: /^src\/app\//, may: [/^src\//, LOCALES] },
  {
    files: /^worker\//,
    may: [CORE, /^src\/device\//, PORTS],
    packages: [/^package:(?!react|@tanstack|@twa-dev)/],
  },

  { files: /^api\/runtime\/sqlite\//, may: [/^src\/core\/privacy\//, /^package\.json$/] },
  { files: /^api\/runtime\/(ed25519|hashing|scheduler)\.ts/, may: [] },
  { files: /^api\/runtime\/jobs\.ts$/, may: [RUNTIME_PORTS], packages: [] },
  { files: /^api\/runtime\/health\//, may: [CORE, RUNTIME_PORTS], packages: [NO_RUNTIME] },
  {
    files: /^api\/runtime\/http\//,
    may: [CORE, READ_TEXT, /^api\/(auth|ledger|config)/],
    packages: [NO_RUNTIME],
  },
  { files: /^api\/runtime\/upstream\//, may: [READ_TEXT, RUNTIME_PORTS], packages: [] },
  { files: READ_TEXT, may: [], packages: [] },

  // Routes answer requests, so they may use every subject.
  {
    files: /^api\/([a-z-]+\/([a-z]+-)?routes|users\/account)\.ts$/,
    may: [
      CORE,
      RUNTIME_PORTS,
      /^api\/runtime\/hashing\.ts$/,
      /^api\/runtime\/(health|http)\//,
      /^api\/(auth|bot|calculations|calendar|credits|edits|exports|ledger|market|notifications|openapi|proof|referrals|sbt|seals|shared-images|users|wallet)\//,
      /^api\/deps\.ts$/,
    ],
    packages: [NO_RUNTIME],
  },

  { files: /^api\/ledger\//, may: [CORE, RUNTIME_PORTS], packages: [NO_RUNTIME] },
  {
    files: /^api\/(users\/erase-user|exports\/personal)\.ts$/,
    may: [CORE, RUNTIME_PORTS, /^api\/(?!deployments|ops|node\.ts|cloudflare\.ts)/],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/(calculations|edits|exports|seals)\//,
    may: [CORE, RUNTIME_PORTS, /^api\/ledger\//],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/users\//,
    may: [CORE, RUNTIME_PORTS, /^api\/(calculations|ledger|wallet)\//],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/(credits|referrals)\//,
    may: [CORE, RUNTIME_PORTS, /^api\/(credits|ledger|referrals|users|wallet)\//],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/notifications\/(pending|price-alerts)\//,
    may: [CORE, RUNTIME_PORTS],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/notifications\//,
    may: [CORE, RUNTIME_PORTS, /^api\/(bot|calendar|ledger|market|notifications|users)\//],
    packages: [NO_RUNTIME],
  },
  { files: /^api\/bot\//, may: [CORE, LOCALES, READ_TEXT], packages: [NO_RUNTIME] },
  {
    files: /^api\/shared-images\//,
    may: [CORE, RUNTIME_PORTS, /^api\/bot\//],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/wallet\//,
    may: [CORE, RUNTIME_PORTS, ED25519, /^api\/(auth|credits|ledger|referrals|sbt|users)\//],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/(market|calendar)\//,
    may: [CORE, RUNTIME_PORTS, /^api\/(calendar|market|notifications\/price-alerts|runtime\/upstream)\//],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/sbt\//,
    may: [CORE, RUNTIME_PORTS, /^api\/(bot|ledger|runtime\/upstream)\//],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/transfer\//,
    may: [
      CORE,
      RUNTIME_PORTS,
      /^api\/(calculations|edits|exports|ledger|notifications|sbt|seals|shared-images|users|wallet)\//,
      /^api\/migrations\.ts$/,
    ],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/config\//,
    may: [
      CORE,
      /^api\/(runtime\/http|sbt|wallet)\//,
      /^api\/(proof\/(ask-witnesses|signer)|runtime\/hashing)\.ts$/,
    ],
    packages: [NO_RUNTIME],
  },
  { files: /^api\/auth\//, may: [CORE, RUNTIME_PORTS], packages: [NO_RUNTIME] },

  // Deployments choose storage, alarm and peers.
  {
    files: /^api\/deployments\/durable-objects\/(platform|front|classes)\.ts$/,
    may: [CORE, /^api\/(?!ops|node\.ts|cloudflare\.ts)/, /^package\.json$/],
  },
  {
    files: /^api\/deployments\/durable-objects\//,
    may: [CORE, RUNTIME_PORTS, /^api\/(?!deployments|ops|node\.ts|cloudflare\.ts|runtime\/sqlite)/],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/deployments\/machine\//,
    may: [CORE, /^api\/(?!deployments|ops|node\.ts|cloudflare\.ts)/, /^package\.json$/],
  },
  {
    files: /^api\/proof\//,
    may: [CORE, READ_TEXT, RUNTIME_PORTS, /^api\/runtime\/(ed25519|hashing)\.ts$/, /^api\/ledger\//],
    packages: [NO_RUNTIME],
  },
  {
    files: /^api\/ops\/app-build\//,
    may: [CORE, /^src\/app\/screens\/table\.ts$/],
    packages: [/^package:vite$/, NODE],
  },
  { files: /^api\/ops\//, may: [CORE, /^api\//] },
  { files: /^api\/(node|cloudflare)\.ts$/, may: [CORE, /^api\//, /^package\.json$/] },
  {
    files: /^api\/(?!node\.ts|cloudflare\.ts)[^/]+\.ts$/,
    may: [CORE, /^api\/(?!ops\/|node\.ts|cloudflare\.ts)/],
    packages: [NO_RUNTIME],
  },

  { files: /^tests\//, may: [/^/] },
  {
    files: /^vite\.config\.ts$/,
    may: [
      /^package\.json$/,
      /^src\/app\/screens\/table\.ts$/,
      /^api\/ops\/(app-build\/[\w-]+|operator-file|operator-plugin|first-screens-plugin)\.ts$/,
    ],
  },
  { files: /^(public\/|\.ci\/)/, may: [/^package\.json$/] },
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
