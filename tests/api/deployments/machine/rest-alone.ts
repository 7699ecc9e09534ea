/** A process that nothing but a rest keeps alive, while an answer has come that nobody hears: `node rest-alone.ts DATABASE`. */
import { treeThreads } from '#api/deployments/machine/tree-threads.ts';
import { workInPlace } from '#api/proof/tree-work.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';

const work = treeThreads(openBetterSqlite3(process.argv[2] ?? ''), () => {});
const records = () => new Uint8Array(10_000 * RECORD_BYTES);
await Promise.all([work.sorted(records()), work.sorted(records())]);
work.sorted(records()).catch(() => {});
// Takes several times as long.
for (let times = 5; times > 0; times -= 1) void workInPlace.sorted(records());
await work.rest();
process.stdout.write('rested');
