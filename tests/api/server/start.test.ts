/** The server refuses to start on errors, and finishes requests in flight when it is told to stop. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { startServer } from '#tests/support/server.ts';
import { auth, type Folder, makeFolder, PATIENCE, post, ROOT, runServer } from './support.ts';

vi.setConfig(PATIENCE);
let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

/** No later start can succeed before the operator acts. The unit, too, knows this code. */
const REFUSED = 78;

describe('it refuses to start, one line per fault', () => {
  test('and is not started again where only the operator can help', () => {
    expect(readFileSync(`${ROOT}api/ops/systemd/irich.service`, 'utf8')).toMatch(
      new RegExp(`^RestartPreventExitStatus=${REFUSED}$`, 'm'),
    );
  });

  test('with a missing or bad configuration', async () => {
    const env = { ...folder.env(), BOT_TOKEN: '', PORT: 'http', MARKET_PROVIDER: 'real' };
    const { code, output } = await runServer(env);
    expect(code).toBe(REFUSED);
    expect(output.trim().split('\n')).toEqual([
      'PORT: must be a whole number from 0 to 65535',
      'BOT_TOKEN: is not set',
      expect.stringMatching(/^MARKET_PROVIDER: must be live/),
    ]);
  });

  test('without a built app', async () => {
    const { code, output } = await runServer({ ...folder.env(), DIST_PATH: join(folder.path, 'nothing') });
    expect({ code, output }).toEqual({
      code: REFUSED,
      output: expect.stringMatching(/^DIST_PATH: no built app in [^\n]+npm run build`\n$/),
    });
  });

  test('if the database cannot be opened', async () => {
    const { code, output } = await runServer({
      ...folder.env(),
      DATABASE_PATH: join(folder.path, 'no/such/folder/x.sqlite'),
    });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^DATABASE_PATH: cannot open [^\n]+\n$/),
    });
    writeFileSync(
      join(folder.path, 'text.sqlite'),
      'this is a text and no database, whatever its name says'.repeat(20),
    );
    const text = await runServer({ ...folder.env(), DATABASE_PATH: join(folder.path, 'text.sqlite') });
    expect(text.code).toBe(1);
    expect(text.output).toMatch(/^DATABASE_PATH: cannot open [^\n]+not a database\n$/);
  });

  test.each([
    ['file', 0o777, 0o444],
    ['folder', 0o555, 0o666],
  ])('on a %s that it cannot write, with one line', async (name, folderMode, fileMode) => {
    const own = makeFolder();
    const { DATABASE_PATH: path, ...env } = own.env();
    openBetterSqlite3(path).close();
    chmodSync(own.path, folderMode);
    chmodSync(path, fileMode);
    // Root may write everything.
    const asOther =
      process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    const { code, output } = await runProcess([...asOther, process.execPath, 'api/node.ts'], {
      cwd: ROOT,
      limitMs: 20_000,
      env: { ...env, DATABASE_PATH: path },
    });
    chmodSync(own.path, 0o700);
    own.remove();
    expect({ code, output }, name).toEqual({
      code: 1,
      output: expect.stringMatching(
        /DATABASE_PATH: cannot open [^\n]+\. The user \d+ must be able to write [^\n]+\n$/,
      ),
    });
  });

  test('on a database of newer code, which stays unchanged', async () => {
    const env = folder.env();
    const sql = openBetterSqlite3(env.DATABASE_PATH);
    sql.run('CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL)');
    sql.run("INSERT INTO migrations VALUES ('ledger-999', 0)");
    const { code, output } = await runServer(env);
    expect({ code, output }).toEqual({
      code: REFUSED,
      output: expect.stringMatching(
        /^DATABASE_PATH: [^\n]+newer version \(ledger-999; needs a newer version\)\n$/,
      ),
    });
    expect(sql.all('SELECT name FROM sqlite_schema WHERE type = ?', 'table')).toEqual([
      { name: 'migrations' },
    ]);
    sql.close();
  });

  test('beside another server on the same file, which keeps running', async () => {
    const server = await startServer({ deployment: 'machine', dist: folder.dist });
    try {
      const second = await runServer({ ...folder.env(), DATABASE_PATH: server.databasePath });
      expect({ code: second.code, output: second.output }).toEqual({
        code: 1,
        output: expect.stringMatching(/^DATABASE_PATH: another server is serving [^\n]+\n$/),
      });
      expect((await post(server, '/api/user/register', 42, { id: 42 })).status).toBe(200);
      const port = new URL(server.origin).port;
      const taken = await runServer({ ...folder.env(), PORT: port });
      expect({ code: taken.code, output: taken.output }).toEqual({
        code: 1,
        output: expect.stringMatching(/^PORT: cannot listen on 127\.0\.0\.1:\d+: [^\n]*EADDRINUSE[^\n]*\n$/),
      });
    } finally {
      await server.stop();
    }
  });
});

/** A server whose end the test observes; its first line names its address. */
async function serveOnce(env: Record<string, string>) {
  const child = spawn(process.execPath, ['api/node.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const said = async (word: string) => {
    while (!output.includes(word)) await once(child.stdout, 'data');
    return output;
  };
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const port = Number(/"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(await said('listening'))?.[1]);
  return { child, port, origin: `http://127.0.0.1:${port}`, said };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s finishes requests in flight and accepts no new ones',
  async (signal) => {
    const { child, port, origin, said } = await serveOnce(folder.env());
    const idle = connect(port, '127.0.0.1');
    const busy = connect(port, '127.0.0.1');
    await Promise.all([once(idle, 'connect'), once(busy, 'connect')]);
    const body = JSON.stringify({ id: 42 });
    const head = Object.entries({ ...auth(42), host: 'localhost', 'content-length': `${body.length}` })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    busy.write(`POST /api/user/register HTTP/1.1\r\n${head}\r\n${body.slice(0, 4)}`);
    // Another connection's answer shows that the server has read the earlier bytes.
    expect((await fetch(`${origin}/api/health`)).status).toBe(200);
    const ended = once(child, 'close');
    child.kill(signal);
    await said('stopping');
    await expect(fetch(`${origin}/api/health`)).rejects.toThrow();
    let answer = '';
    busy.on('data', (chunk) => {
      answer += chunk;
    });
    busy.write(body.slice(4));
    await once(busy, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('"isNewUser":true');
    expect(await ended).toEqual([0, null]);
    idle.destroy();
  },
);

test('SIGTERM closes keep-alive connections cleanly, and an answer in flight announces it', async () => {
  const { child, port, said } = await serveOnce(folder.env());
  const request = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const answered = async (count: number) => {
    const sockets = await Promise.all(Array.from({ length: count }, open));
    for (const socket of sockets) {
      socket.write(request);
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    }
    return sockets;
  };
  const idle = [...(await answered(20)), await open()];
  // A client about to send again when the signal comes.
  const [late] = await answered(1);
  const body = JSON.stringify({ id: 42 });
  const head = Object.entries({ ...auth(42), host: 'localhost', 'content-length': `${body.length}` })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  late?.write(`POST /api/user/register HTTP/1.1\r\n${head}\r\n${body.slice(0, 4)}`);
  await answered(1);
  const endings = idle.map(
    (socket) =>
      new Promise<string>((resolve) => {
        socket.on('end', () => resolve('end'));
        socket.on('error', (error) => resolve(error.message));
      }),
  );
  let answer = '';
  late?.on('data', (chunk) => {
    answer += chunk;
  });
  const lateEnd = late === undefined ? null : once(late, 'end');
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await said('stopping');
  expect(new Set(await Promise.all(endings))).toEqual(new Set(['end']));
  late?.write(body.slice(4));
  await lateEnd;
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
  expect(await ended).toEqual([0, null]);
});
