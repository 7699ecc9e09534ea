/** Prints how much the threads of this process give way, before and after the server's threads started: `node niceness.ts DATABASE`. */
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { treeThreads } from '#api/deployments/machine/tree-threads.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';

/** The 19th field: see proc_pid_stat(5). The name of a thread, in brackets, may hold spaces. */
const niceness = () =>
  readdirSync('/proc/self/task').map((id) =>
    Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]),
  );

const before = niceness();
const threads = treeThreads(openBetterSqlite3(process.argv[2] ?? ''), () => {});
const records = () => new Uint8Array(10_000 * RECORD_BYTES);
await Promise.all([threads.sorted(records()), threads.sorted(records())]);
process.stdout.write(JSON.stringify({ before, after: niceness(), own: getPriority() }));
await threads.rest();
