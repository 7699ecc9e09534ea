/**
 * `npm run serve`: the API and the built app on one machine, one process, one SQLite file. Nothing is installed or built
 * here; it refuses to start where something is missing, with one line per fault.
 */
import { createHmac, hash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Server } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { v7 } from 'uuid';
import packageJson from '../package.json' with { type: 'json' };
import { appLinkOf, createApp } from './app.ts';
import { createBotClient } from './bot/client.ts';
import { openBot } from './bot/webhook.ts';
import { sampleCalendar } from './calendar/sample.ts';
import { type Config, readConfig } from './config.ts';
import { neighboursInDatabase } from './exchange/same-database.ts';
import type { CallerDeps } from './http/bounds.ts';
import { createLimiter } from './http/limits.ts';
import { type StaticFile, staticFiles } from './http/static.ts';
import { giveCreditSecret, noteServerSecret, secretFaultText } from './ledger/credit-secret.ts';
import { openLedger } from './ledger/ledger.ts';
import { ledgerReader } from './ledger/reader.ts';
import { needsRebuild, rebuild } from './ledger/rebuild.ts';
import { truncateLogAfterErasure } from './log-truncation.ts';
import { closing } from './machine/closing.ts';
import { faultOf, lineWriter } from './machine/log-lines.ts';
import { closeSilent } from './machine/silent-connections.ts';
import { machineReadiness } from './machine-readiness.ts';
import { migrations } from './migrations.ts';
import { noticesByTimer } from './notices/by-timer.ts';
import { openNotifications } from './notifications/on-machine.ts';
import { refreshByTimer } from './public/by-timer.ts';
import { openPublicData } from './public/data.ts';
import { openMinting } from './sbt/minting.ts';
import { dropByTimer } from './share/by-timer.ts';
import { createPrepare } from './share/prepare.ts';
import { type NodeSqlite, openBetterSqlite3 } from './sqlite/better-sqlite3.ts';
import { migrate } from './sqlite/migrations.ts';
import { takeServeLock } from './sqlite/serve-lock.ts';
import { vacuumAtStart } from './vacuum.ts';
import { walletOrigins } from './wallet/config.ts';

/** How long an unfinished request or answer may carry nothing, milliseconds; an unread answer up to three times as long. */
const SILENCE_LIMIT_MS = 30_000;
/**
 * How long a commit waits for a command line that writes, milliseconds: those let go after 50. Nobody is answered meanwhile,
 * so a lock held for longer is 503 for who writes rather than silence for all.
 */
const BUSY_LIMIT_MS = 1000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

// The database, its log and its locks hold personal data.
process.umask(0o077);
const read = readConfig(process.env);
if (!read.ok) refuse(read.faults);
await run(read.config);

async function run(config: Config): Promise<void> {
  const dist = resolve(ROOT, config.distPath);
  if ((await readFile(dist, 'index.html')) === null) {
    refuse([`DIST_PATH: no built app in ${dist}, build it with \`npm run build\``]);
  }
  const say = lineWriter();
  const { sql, unlock } = openDatabase(config, say);
  const clock = { now: () => Date.now() };
  if (!config.readOnly) removeDeletedBytes(sql, say);
  const requestId = requestIds();
  const onRequest = (line: object) => say(line);
  const onFault = (message: string, cause: unknown) =>
    say({ time: new Date().toISOString(), message, fault: faultOf(cause) });
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  };
  const asking = {
    clock,
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    userAgent: `iRICH/${packageJson.version} (+${config.publicUrl})`,
  };
  const publicData = openPublicData({
    ...asking,
    sql,
    config,
    calendar: sampleCalendar(clock),
    onFault,
  });
  const appLink = appLinkOf(config);
  const botApi =
    config.botWebhookSecret === null
      ? null
      : createBotClient({ token: config.botToken, apiUrl: config.botApiUrl, fetch });
  const notifications =
    botApi === null
      ? null
      : openNotifications({
          sql,
          clock,
          account: ledgerReader(sql).account,
          appLink,
          api: botApi,
          readOnly: config.readOnly,
          after,
          onFault,
        });
  const bot = notifications === null ? null : openBot(config, appLink, notifications.homes, onFault);
  const notices = noticesByTimer({
    sql,
    clock,
    notifier: notifications?.notifier ?? null,
    readOnly: config.readOnly,
    after,
    onFault,
  });
  const log = truncateLogAfterErasure({ sql, after, onFault });
  const pictures = dropByTimer({ sql, clock, after, onFault });
  const ledger = openLedger({
    ...notices.ofLedger,
    onCommit() {
      notices.ofLedger.onCommit?.();
      pictures.wake();
      notifications?.onCommit();
    },
    sql,
    clock,
    sha256,
    hmac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
    schedule: setImmediate,
    readOnly: config.readOnly,
    onFault,
  });
  const callers: CallerDeps = {
    limiter: createLimiter(clock),
    trustedProxies: config.trustedProxies,
    socketAddress,
    onUntrustedProxy: once((peer) => {
      const message = `X-Forwarded-For came from ${peer}, which TRUSTED_PROXIES does not name. If that is your proxy, add it: until then all callers behind it share one limit`;
      say({ time: new Date().toISOString(), message });
    }),
  };
  const readiness = machineReadiness({
    sql,
    clock,
    after,
    openByName: () => openBetterSqlite3(sql.path, { readonly: true, mustExist: true, mapped: false }),
    freeBytes: () => freeBytesOf(sql.path),
    market: publicData,
    isSending: botApi !== null && !config.readOnly,
    say,
  });
  const app = createApp({
    ...callers,
    config,
    ledger,
    neighbours: neighboursInDatabase(sql, ledger.read),
    sql,
    onErased: log.request,
    ready: readiness.report,
    clock,
    market: publicData,
    calendar: publicData,
    hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
    sha256,
    randomToken: () => randomBytes(24).toString('base64url'),
    newRecordId: () => v7(),
    requestId,
    onRequest,
    version: packageJson.version,
    ...(bot === null ? {} : { webhook: bot }),
    ...(botApi === null ? {} : { prepare: createPrepare({ api: botApi, onFault }) }),
    minting: openMinting(config.sbt, { asking, onFault }),
    fallback: staticFiles({
      ...callers,
      read: (path) => readFile(dist, path),
      connect: walletOrigins(config.wallets),
      clock,
      requestId,
      onRequest,
    }),
  });

  notices.start();
  notifications?.start();
  if (!config.readOnly) pictures.wake();
  const stopRefreshing = refreshByTimer({
    data: publicData,
    clock,
    after,
    onRefreshed: () => notifications?.wake(),
    onFault,
  });
  if (needsRebuild(sql)) rebuildMeanwhile(sql, say);

  let isStopping = false;
  const server = serve(
    {
      hostname: config.host,
      port: config.port,
      fetch(request, env) {
        const answer = app.fetch(request, env);
        return answer instanceof Promise ? answer.then(lastIfStopping) : lastIfStopping(answer);
      },
      // Longer than proxies keep idle connections, so that it is never this side that closes first.
      serverOptions: { keepAliveTimeout: 75_000, requestTimeout: 30_000 },
    },
    ({ port }) => {
      const host = config.host.includes(':') ? `[${config.host}]` : config.host;
      const time = new Date().toISOString();
      say({ time, message: 'listening', url: `http://${host}:${port}`, version: packageJson.version });
    },
  ) as Server;
  closeSilent(server, SILENCE_LIMIT_MS);
  const close = closing(server);
  server.on('error', (error) =>
    refuse([`PORT: cannot listen on ${config.host}:${config.port}: ${error.message}`]),
  );

  /** Also for requests that came before the signal: the answer says not to ask again on this connection. */
  function lastIfStopping(response: Response): Response {
    if (isStopping) response.headers.set('connection', 'close');
    return response;
  }

  async function stop(reason: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    say({ time: new Date().toISOString(), message: 'stopping', reason });
    await close();
    await ledger.idle();
    readiness.stop();
    notices.stop();
    await notifications?.stop();
    stopRefreshing();
    pictures.stop();
    log.stop();
    sql.close();
    unlock();
    say.flush();
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  // Started with a channel to the one who started it: ends when that one does.
  process.on('disconnect', () => void stop('disconnect'));
}

/** One server per database, every schema change applied, none of newer code. */
function openDatabase(
  { databasePath: path, creditSecret }: Config,
  say: (line: object) => void,
): { sql: NodeSqlite; unlock: () => void } {
  try {
    const lock = takeServeLock(path);
    if (!lock.ok) refuse([`DATABASE_PATH: another server is serving ${path}`]);
    keepToOwner(path, say);
    const sql = openBetterSqlite3(path, { busyTimeoutMs: BUSY_LIMIT_MS });
    const migrated = migrate(sql, migrations, Date.now());
    if (!migrated.ok) {
      const names = migrated.error.unknown.join(', ');
      refuse([`DATABASE_PATH: ${path} was changed by a newer version (${names}), update this one`]);
    }
    const fault = giveCreditSecret(sql, creditSecret, sha256);
    if (fault !== null) refuse([secretFaultText(fault)]);
    noteServerSecret(sql, creditSecret === null ? 'database' : 'environment');
    return { sql, unlock: lock.release };
  } catch (error) {
    return refuse([`DATABASE_PATH: cannot open ${path}: ${error instanceof Error ? error.message : error}`]);
  }
}

/** Files of earlier versions could be read by every user of this machine. A server that only shares them goes on. */
function keepToOwner(path: string, say: (line: object) => void): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      if (existsSync(file)) chmodSync(file, 0o600);
    } catch (cause) {
      const message = `${file} cannot be kept to its owner`;
      say({ time: new Date().toISOString(), message, fault: faultOf(cause) });
    }
  }
}

/** Also where the process before was killed between a deletion and the moment that the log was emptied. */
function removeDeletedBytes(sql: NodeSqlite, say: (line: object) => void): void {
  const time = new Date().toISOString();
  try {
    vacuumAtStart({ sql, freeBytes: () => freeBytesOf(sql.path), say: (message) => say({ time, message }) });
    sql.truncateLog();
  } catch (cause) {
    say({ time, message: 'the database could not be rebuilt after deletions', fault: faultOf(cause) });
  }
}

/** Bytes that are free on the disk of a file. */
function freeBytesOf(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(resolve(path)));
  return bavail * bsize;
}

/** Rows that another version derived are derived anew while requests are answered: each read finds its own way until then. */
function rebuildMeanwhile(sql: NodeSqlite, say: (line: object) => void): void {
  const steps = rebuild(sql);
  function step(): void {
    try {
      const { done, value } = steps.next();
      if (done !== true) setImmediate(step);
      else say({ time: new Date().toISOString(), message: 'accounts rebuilt', ...value });
    } catch (cause) {
      say({ time: new Date().toISOString(), message: 'accounts not rebuilt', fault: faultOf(cause) });
    }
  }
  step();
}

function refuse(faults: readonly string[]): never {
  for (const fault of faults) process.stderr.write(`${fault.replaceAll('\n', ' ')}\n`);
  process.exit(1);
}

/** Bytes and tag of one and the same file, even where a new release is moved in at this moment. */
async function readFile(dist: string, path: string): Promise<StaticFile | null> {
  try {
    const file = await open(join(dist, path));
    try {
      if (!(await file.stat()).isFile()) return null;
      const bytes = new Uint8Array(await file.readFile());
      return { bytes, tag: hash('sha1', bytes, 'base64url') };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null;
    throw error;
  }
}

/** Unique across restarts. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return () => `${start}-${(count++).toString(36)}`;
}

function socketAddress(env: unknown): string {
  const { incoming } = env as { incoming: { socket: { remoteAddress?: string } } };
  return incoming.socket.remoteAddress ?? 'unknown';
}

function once<T>(run: (value: T) => void): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (!isDone) run(value);
    isDone = true;
  };
}

function sha256(text: string): string {
  return hash('sha256', text);
}
