/**
 * `npm run serve`: the API and the built app on one machine, one process, one SQLite file. It installs and builds nothing, and
 * refuses to start where something is missing, with one line per fault.
 */
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { StartRefused } from './deployments/machine/database.ts';
import { startServer } from './deployments/machine/serve.ts';

// The database, its log and its locks hold personal data.
process.umask(0o077);
const read = readConfig(process.env);
if (!read.ok) refuse(new StartRefused(read.faults));
// In a bundle the built app stands beside this file.
const root = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '..' : '.', import.meta.url));
const server = await startServer(read.config, root, refuse).catch((error) =>
  error instanceof StartRefused ? refuse(error) : Promise.reject(error),
);

let isStopping = false;
async function stop(reason: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await server.stop(reason);
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
// A parent process that started this one with a channel ends it by ending itself.
process.on('disconnect', () => void stop('disconnect'));

/** Exits with 78 (`EX_CONFIG` of sysexits.h) where only the operator can help: the unit does not start it again. */
function refuse({ faults, mayPass }: StartRefused): never {
  for (const fault of faults) process.stderr.write(`${fault.replaceAll('\n', ' ')}\n`);
  process.exit(mayPass ? 1 : 78);
}
