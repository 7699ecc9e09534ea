/** Rests its threads while one of their answers is on its way, and has nothing else to wait for: `node rest-alone.ts DATABASE`. */
import { treeThreads } from '#api/deployments/machine/tree-threads.ts';
import { workInPlace } from '#api/proof/tree-work.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';

const work = treeThreads(openBetterSqlite3(process.argv[2] ?? ''), () => {});
const records = () => new Uint8Array(10_000 * RECORD_BYTES);
await Promise.all([work.sorted(records()), work.sorted(records())]);
// The rest ends it, so it fails.
work.sorted(records()).catch(() => {});
// Takes several times as long.
for (let times = 5; times > 0; times -= 1) void workInPlace.sorted(records());
await work.rest();
process.stdout.write('rested');
