/**
 * The home on Cloudflare, on this machine: all of `wrangler.toml` in workerd, with no account and no network. Speaks and ends
 * as the server of one machine does; variables and secrets come from the environment.
 *
 *   node api/cli/cloudflare.ts --port 8080 --state .data/cloudflare [--host 127.0.0.1] [--dist dist]
 */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCloudflareConfig, VARIABLE_TABLE } from '../config.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    /** The folder that keeps the databases of all objects. */
    state: { type: 'string' },
    dist: { type: 'string', default: 'dist' },
  },
});
const { port, host, state, dist } = values;
const read = readCloudflareConfig(process.env);
if (!read.ok) refuse(read.faults);
if (port === undefined || state === undefined) refuse(['--port and --state must be given']);

// Nothing is asked of the network, nothing is written outside of the checkout, nothing is traced.
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

const bindings = VARIABLE_TABLE.filter(({ home }) => home !== 'machine').map(({ name }) => {
  return [name, { type: 'plain_text', value: process.env[name] ?? '' }] as const;
});
const home = await startWorker({
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
await home.ready;
// The reader of our output is gone: work under way is finished all the same.
process.stdout.on('error', () => {});
say({ message: 'listening', url: (await home.url).origin });

let isStopping = false;
async function stop(reason: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  say({ message: 'stopping', reason });
  await home.dispose();
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  // The runtime's own would end this process before its objects are closed.
  process.removeAllListeners(signal);
  process.on(signal, () => void stop(signal));
}
// Started with a channel to the one who started it: ends when that one does.
process.on('disconnect', () => void stop('disconnect'));

function say(line: object): void {
  write(JSON.stringify({ time: new Date().toISOString(), ...line }));
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

function refuse(faults: readonly string[]): never {
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exit(1);
}
