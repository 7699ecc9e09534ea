/** A server whose database file disappears while it runs reports it and acknowledges nothing. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { startServer } from '#tests/support/server.ts';
import { auth, type Folder, makeFolder, PATIENCE, post, record } from './support.ts';

vi.setConfig(PATIENCE);
let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

test.each([
  ['deleted', 'database_gone', (path: string) => rmSync(path)],
  [
    'replaced',
    'database_replaced',
    (path: string) => {
      const other = openBetterSqlite3(`${path}.other`);
      other.run('CREATE TABLE other (x)');
      other.close();
      renameSync(`${path}.other`, path);
    },
  ],
] as const)('a database file that is %s is reported', async (word, code, lose) => {
  const database = join(folder.path, `${word}.sqlite`);
  const server = await startServer({ deployment: 'machine', dist: folder.dist, database });
  const ready = async () => {
    const answer = await fetch(`${server.origin}/api/health/ready`);
    return { code: answer.status, ...((await answer.json()) as { status: string; problems: object[] }) };
  };
  try {
    expect((await post(server, '/api/user/register', 7, { id: 7 }, auth(7))).status).toBe(200);
    expect(await ready()).toMatchObject({ code: 200, status: 'ready', problems: [] });
    lose(database);
    const refused = await post(server, '/api/sync', 7, { userId: 7, records: [record()] });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      error: { code: 'unavailable', message: expect.stringContaining('deleted or replaced') },
    });
    await vi.waitFor(async () => expect((await ready()).problems).toMatchObject([{ code }]), {
      timeout: 20_000,
    });
    expect(await ready()).toMatchObject({ code: 503, status: 'failing' });
    expect(await (await fetch(`${server.origin}/api/health`)).json()).toMatchObject({ database: 'failing' });
    expect(server.log()).toContain(code);
    // Reads still work, and show nothing of the refused record.
    const records = await fetch(`${server.origin}/api/records/7`, { headers: auth(7) });
    expect(await records.json()).toMatchObject({ records: [] });
  } finally {
    await server.stop();
  }
});
