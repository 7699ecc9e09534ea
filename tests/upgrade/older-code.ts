/**
 * Lets the server of an older version work on a database that this one has changed: `node tests/upgrade/older-code.ts FOLDER`,
 * where FOLDER is a worktree of that version with its packages. Prints what the older server says, what users get, and
 * what this version's audit finds afterwards. Exit code 1 where the older version neither works nor refuses in one line.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Config } from '#api/config.ts';
import { openDatabase } from '#api/deployments/machine/database.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { auth, makeFolder, record } from '#tests/api/server/support.ts';
import { runInProcess } from '#tests/support/operator-command.ts';

const OLD = resolve(process.argv[2] ?? '.');
const USERS = [1001, 1002, 1003];
const say = (text: string) => void process.stdout.write(`${text}\n`);

const folder = makeFolder();
const databasePath = join(folder.path, 'irich.sqlite');
writeFileSync(databasePath, gunzipSync(readFileSync(new URL('fixture-2/irich.sqlite.gz', import.meta.url))));
openDatabase({ databasePath, creditSecret: null, readOnly: false } as Config, {
  say: (line) => say(`this version: ${JSON.stringify(line)}`),
  fault: (message, cause) => say(`this version: ${message}: ${cause}`),
  flush() {},
}).close();

const server = spawn(process.execPath, ['api/node.ts'], {
  cwd: OLD,
  env: { PATH: process.env['PATH'] ?? '', ...folder.env(), DATABASE_PATH: databasePath },
});
let output = '';
for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += chunk));
const ended = once(server, 'exit');
while (server.exitCode === null && !output.includes('listening'))
  await Promise.race([once(server.stdout, 'data'), ended]);
const origin = /"url":"(http:[^"]+)"/.exec(output)?.[1];
if (origin === undefined) {
  await ended;
  say(`older version: exit code ${server.exitCode}: ${output.trim()}`);
  if (output.trim().split('\n').length !== 1) process.exitCode = 1;
} else {
  for (const id of USERS) {
    const call = async (method: string, path: string, body?: object) => {
      const init = {
        method,
        headers: auth(id),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const answer = await fetch(origin + path, init);
      if (answer.status >= 500) process.exitCode = 1;
      return `${answer.status} ${(await answer.text()).slice(0, 110)}`;
    };
    say(`user ${id} reads: ${await call('GET', `/api/user/${id}`)}`);
    const sent = { userId: id, sentAt: new Date().toISOString(), records: [record()] };
    say(`user ${id} syncs: ${await call('POST', '/api/sync', sent)}`);
    say(`user ${id} checks in: ${await call('POST', '/api/checkin/claim', { userId: id })}`);
  }
  server.kill('SIGTERM');
  await ended;
  const levels = output.split('\n').filter((line) => /"level":"(warn|error)"|"fault"/.test(line));
  say(`older version: exit code ${server.exitCode}, lines with a fault: ${levels.length}`);
}
const audited = await runInProcess(runLedger, ['audit', '--database', databasePath]);
say(`this version's audit, exit code ${audited.code}:\n${audited.out}${audited.err}`.trimEnd());
if (audited.code !== 0) process.exitCode = 1;
folder.remove();
