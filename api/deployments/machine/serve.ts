/** The server of one machine: the API and the built app in one process, over one SQLite file. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { v7 } from 'uuid';
import { createBotClient } from '#api/bot/client.ts';
import { sampleCalendar } from '#api/calendar/sample.ts';
import { walletOrigins } from '#api/config/wallets.ts';
import type { Config } from '#api/config.ts';
import type { WitnessCalls } from '#api/proof/ask-witnesses.ts';
import { logKeys, witnessesOf } from '#api/proof/cosign.ts';
import { readSigners } from '#api/proof/signer.ts';
import { newSeed } from '#api/runtime/ed25519.ts';
import { hmac, hmacBytes, sha256 } from '#api/runtime/hashing.ts';
import type { ReadyReport } from '#api/runtime/health/readiness.ts';
import type { CallerDeps } from '#api/runtime/http/bounds.ts';
import type { RequestLine } from '#api/runtime/http/endpoint.ts';
import { createLimiter } from '#api/runtime/http/limits.ts';
import { levelOf } from '#api/runtime/http/log-level.ts';
import { staticFiles } from '#api/runtime/http/static.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { openMinting } from '#api/sbt/minting.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { readBuiltFile } from './built-app.ts';
import { freeBytesOf, openDatabase, openProofDatabase, StartRefused } from './database.ts';
import { serveHttp, socketAddress } from './http-server.ts';
import { openLog } from './log-lines.ts';
import { openMetrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';
import { afterNextTurn } from './next-turn.ts';
import { openMachine } from './open-machine.ts';
import { createPause } from './pause.ts';
import { machineReadiness } from './readiness.ts';
import { type TreeThreads, treeThreads } from './tree-threads.ts';

export interface RunningServer {
  /** Answers what has been asked, writes what has been taken, and closes the file. */
  stop(reason: string): Promise<void>;
}

/**
 * Starts the server. Throws `StartRefused`.
 * @param root the folder that a relative path of the configuration starts from.
 * @param onError the port cannot be listened on.
 */
export async function startServer(
  config: Config,
  root: string,
  onError: (refused: StartRefused) => void,
): Promise<RunningServer> {
  const { version } = packageJson;
  const dist = resolve(root, config.distPath);
  if ((await readBuiltFile(dist, 'index.html')) === null) {
    throw new StartRefused([`DIST_PATH: no built app in ${dist}, build it with \`npm run build\``]);
  }
  const log = openLog();
  const database = openDatabase(config, log);
  const { sql } = database;
  const proofDatabase = openProofDatabase(config, log);
  const clock = { now: () => Date.now() };
  const onFault = log.fault;
  const onRecovered = (message: string) => log.say({ message });
  const threads = treeThreads(sql, onFault);
  const asking = { clock, fetch: askUrl, userAgent: `iRICH/${version} (+${config.publicUrl})` };
  const callers: CallerDeps = {
    limiter: createLimiter(clock),
    trustedProxies: config.trustedProxies,
    socketAddress,
    onUntrustedProxy: once((peer) =>
      log.say({
        message: `X-Forwarded-For came from ${peer}, which TRUSTED_PROXIES does not name. If that is your proxy, add it: until then all callers behind it share one limit`,
      }),
    ),
  };
  const metrics = config.metricsPort === null ? null : openMetrics();
  const requests = {
    requestId: requestIds(),
    onRequest(line: RequestLine) {
      metrics?.onRequest(line);
      log.say({ level: levelOf(line), ...line });
    },
  };
  let ready: () => ReadyReport = () => ({ problems: [], checkedAt: clock.now() });
  const machine = openMachine({
    ...callers,
    ...requests,
    ...asking,
    config,
    sql,
    hmac: hmacBytes,
    hmacHex: hmac,
    sha256,
    schedule: afterNextTurn,
    after,
    onFault,
    onRecovered,
    onWait: (message) => log.say({ level: 'warn', message }),
    ...(metrics && { measures: metrics }),
    calendar: sampleCalendar(clock),
    proof: proofDatabase && proofDeps(config, { sql: proofDatabase.sql, threads }, { onFault, onRecovered }),
    botApi:
      config.botWebhookSecret === null
        ? null
        : createBotClient({ token: config.botToken, apiUrl: config.botApiUrl, fetch }),
    minting: openMinting(config.sbt, { asking, onFault }),
    truncateLog: () => sql.truncateLog(),
    isLogDue: database.isLogDue,
    openReadiness(watched) {
      const readiness = machineReadiness({
        ...watched,
        sql,
        clock,
        elapsed: () => performance.now(),
        after,
        openByName: () => openBetterSqlite3(sql.path, { readonly: true, mustExist: true }),
        freeBytes: () => freeBytesOf(sql.path),
        say: log.say,
      });
      ready = readiness.report;
      return readiness;
    },
    onRebuilt: (rebuilt) => log.say({ message: 'accounts rebuilt', ...rebuilt }),
    randomToken: () => randomBytes(24).toString('base64url'),
    newRecordId: () => v7(),
    version,
    fallback: staticFiles({
      ...callers,
      ...requests,
      clock,
      read: (path) => readBuiltFile(dist, path),
      connect: walletOrigins(config.wallets),
    }),
  });
  machine.start();
  const { host, port, metricsPort } = config;
  metrics?.watch({
    version,
    clock,
    sql,
    log: proofDatabase?.sql ?? null,
    market: machine.market,
    backups: config.backupPath,
    ready,
  });
  const shown =
    metrics === null || metricsPort === null
      ? null
      : serveMetrics({
          host: config.metricsHost,
          port: metricsPort,
          metrics,
          onListening: (url) => log.say({ message: 'metrics', url }),
          onFault,
          onError,
        });
  const http = serveHttp({
    app: machine.app,
    host,
    port,
    silenceLimitMs: config.unreadLimitS * 1000,
    onListening: (url) => log.say({ message: 'listening', url, version }),
    onError: ({ message }) =>
      onError(new StartRefused([`PORT: cannot listen on ${host}:${port}: ${message}`], true)),
  });
  return {
    async stop(reason) {
      log.say({ message: 'stopping', reason });
      shown?.stop();
      await http.stop();
      await machine.stop();
      // Their connections would keep the files open.
      await threads.rest();
      database.close();
      proofDatabase?.close();
      log.flush();
    },
  };
}

function proofDeps(
  config: Config,
  { sql, threads }: { readonly sql: NodeSqlite; readonly threads: TreeThreads },
  said: Pick<WitnessCalls, 'onFault' | 'onRecovered'>,
) {
  const { proofOrigin, proofSigningKey, proofKeyChanges: keyChanges, proofWitnesses: witnesses } = config;
  const signers = readSigners(proofSigningKey ?? '') ?? [];
  return {
    sql,
    origin: proofOrigin ?? '',
    signers,
    keyChanges,
    cosign: witnessesOf(sql, logKeys(signers, keyChanges), { witnesses, fetch: askUrl, ...said }),
    pause: createPause(sql, threads),
    treeWork: threads,
    readLeaves: threads.leaves,
    newBuild: v7,
    newSecret: newSeed,
    truncateLog: () => sql.truncateLog(),
  };
}

const askUrl = (url: string, init: RequestInit) => fetch(url, init);

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Unique across restarts. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return () => `${start}-${(count++).toString(36)}`;
}

function once<T>(run: (value: T) => void): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (!isDone) run(value);
    isDone = true;
  };
}
