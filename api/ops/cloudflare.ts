/**
 * Runs the Cloudflare deployment on this machine: all of `wrangler.toml` in workerd, without an account or a network. Logs
 * and stops like the server of one machine; variables and secrets come from the environment.
 *
 *   node api/ops/cloudflare.ts --port 8080 --state .data/cloudflare [--host 127.0.0.1] [--dist dist]
 */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCloudflareConfig, VARIABLE_TABLE } from '../config.ts';
import { exitWithUsage, scriptArguments } from './arguments.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const USAGE = 'node api/ops/cloudflare.ts --port PORT --state FOLDER [--host HOST] [--dist FOLDER]';
const { values } = scriptArguments(USAGE, {
  options: {
    port: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    /** The folder that keeps the databases of all objects. */
    state: { type: 'string' },
    dist: { type: 'string', default: 'dist' },
  },
});
const { port, host, state, dist } = values;
if (port === undefined || state === undefined) exitWithUsage(USAGE);
const read = readCloudflareConfig(process.env);
if (!read.ok) {
  for (const fault of read.faults) process.stderr.write(`${fault}\n`);
  process.exit(1);
}

// No network requests, no files outside of the checkout, no telemetry.
Object.assign(process.env, {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
  WRANGLER_LOG: 'error',
  X_LOCAL_EXPLORER: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
});
const { unstable_startWorker: startWorker } = await import('wrangler');

const bindings = VARIABLE_TABLE.filter(({ deployment }) => deployment !== 'machine').map(({ name }) => {
  return [name, { type: 'plain_text', value: process.env[name] ?? '' }] as const;
});
const deployment = await startWorker({
  config: join(ROOT, 'wrangler.toml'),
  assets: resolve(ROOT, dist),
  bindings: Object.fromEntries(bindings),
  dev: {
    remote: false,
    server: { hostname: host, port: Number(port) },
    persist: resolve(ROOT, state),
    watch: false,
    inspector: false,
    logLevel: 'error',
    structuredLogsHandler: ({ message }: { readonly message: string }) => write(message),
  },
});
await deployment.ready;
// Keep running when the reader of the output is gone, so that open requests finish.
process.stdout.on('error', () => {});
say({ message: 'listening', url: (await deployment.url).origin });

let isStopping = false;
async function stop(reason: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  say({ message: 'stopping', reason });
  await deployment.dispose();
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  // Wrangler's own handlers would end this process before its objects are closed.
  process.removeAllListeners(signal);
  process.on(signal, () => void stop(signal));
}
// A parent process that holds an IPC channel takes this process down with it.
process.on('disconnect', () => void stop('disconnect'));

function say(line: object): void {
  write(JSON.stringify({ time: new Date().toISOString(), ...line }));
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
