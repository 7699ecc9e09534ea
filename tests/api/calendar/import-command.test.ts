/** `npm run calendar -- import`, into a machine's database and into Cloudflare. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { runCalendar } from '#api/ops/calendar/run.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { startServer } from '#tests/support/server.ts';
import { startStandIn } from '#tests/upstream/stand-in.ts';
import { makeFolder } from '../server/support.ts';

vi.setConfig({ testTimeout: 60_000 });

const CPI = {
  id: 'us-cpi-yoy-2026-10',
  name: 'cpi_yoy',
  zone: 'united_states',
  at: '2026-11-12T13:30:00Z',
  period: '2026-10',
  unit: 'percent',
  actual: null,
  forecast: '3.0',
  previous: '3.1',
  volatility: 'high',
};
const file = (...events: readonly object[]) => JSON.stringify({ version: 1, events });

async function calendar(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await runInProcess(runCalendar, args, { env });
  return { code, output: out + err };
}

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'irich-calendar-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the command shows the changes, applies them with --apply, and applies nothing from a faulty file', async () => {
    const database = join(folder, 'irich.sqlite');
    const path = join(folder, 'events.json');
    const sql = openBetterSqlite3(database);
    migrate(sql, migrations, 0);
    const count = () => sql.get<{ n: number }>('SELECT count(*) AS n FROM calendar_events')?.n;
    const run = (...args: readonly string[]) => calendar([...args, '--database', database]);
    writeFileSync(path, file(CPI));
    const dry = await run('import', path);
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.output).toBe(
      `+ ${CPI.id}\n1 new, 0 changed, 0 removed, 0 unchanged.\nNothing was changed: add --apply to import.\n`,
    );
    expect(count()).toBe(0);
    expect((await run('import', path, '--apply')).output).toContain(
      '1 new, 0 changed, 0 removed, 0 unchanged.\nImported.',
    );
    expect(count()).toBe(1);
    writeFileSync(path, file({ ...CPI, actual: '2.9' }, { ...CPI, id: 'b', zone: 'mars' }));
    const faulty = await run('import', path, '--apply');
    expect(faulty.code).toBe(1);
    expect(faulty.output).toMatch(/^events\.1\.zone: [^\n]+\nNothing was imported\.\n$/);
    expect(count()).toBe(1);
    expect(await run('import')).toMatchObject({ code: 2, output: expect.stringMatching(/^Usage/) });
    sql.close();
  });

  test('a file that is no database gives one line', async () => {
    const path = join(folder, 'no-database.json');
    writeFileSync(path, file(CPI));
    for (const database of [path, folder]) {
      const { code, output } = await calendar(['import', path, '--apply', '--database', database]);
      expect([code, output]).toEqual([2, expect.stringMatching(/^[^\n]+database[^\n]+\n$/)]);
    }
  });

  test('importing to a URL requires HTTPS and a real deployment', async () => {
    const path = join(folder, 'for-a-url.json');
    writeFileSync(path, file(CPI));
    const service = await startStandIn(() => ({ added: 'all of it' }));
    const secret = 'f00df00df00df00df00df00df00df00d';
    const run = async (to: string, MOVE_SECRET: string, ...args: readonly string[]) => {
      const { code, output } = await calendar(['import', path, '--apply', '--to', to, ...args], {
        MOVE_SECRET,
      });
      expect(output).not.toMatch(/f00d|Imported/);
      expect(code).toBe(2);
      return output;
    };
    try {
      expect(await run(service.origin, '')).toMatch(/^MOVE_SECRET is not set/);
      expect(await run('http://irich.example', secret)).toMatch(
        /^http:\/\/irich.example is not an https URL: /,
      );
      expect(await run('irich.example', secret)).toMatch(/^irich.example is not an https URL: /);
      expect(await run(service.origin, `${secret}\n${secret}`)).toMatch(/^MOVE_SECRET must be /);
      expect(await run(service.origin, secret, '--database', 'x')).toMatch(/^Usage/);
      expect(service.asked.length).toBe(0);
      service.fail({ type: 'half' });
      expect(await run(service.origin, secret)).toMatch(
        / cannot be reached: .+\nThe import may have succeeded/,
      );
      service.fail({ type: 'redirect', to: `${service.origin}/elsewhere` });
      expect(await run(service.origin, secret)).toContain('answers 302');
      service.fail({ type: 'body', text: '<html>Welcome</html>' });
      expect(await run(service.origin, secret)).toContain('answers, but not as an iRICH deployment');
      service.fail(null);
      expect(await run(service.origin, secret)).toContain('answers, but not as an iRICH deployment');
    } finally {
      await service.stop();
    }
  });

  test('events are imported into Cloudflare with its move secret', async () => {
    const app = makeFolder();
    const secret = 'f00df00df00df00df00df00df00df00d';
    const server = await startServer({
      deployment: 'cloudflare',
      dist: app.dist,
      env: { MOVE_SECRET: secret },
    });
    const path = join(app.path, 'events.json');
    writeFileSync(path, file({ ...CPI, at: new Date().toISOString() }));
    const run = (MOVE_SECRET: string, ...args: readonly string[]) =>
      calendar(['import', path, '--to', server.origin, ...args], { MOVE_SECRET });
    try {
      expect(await run('0'.repeat(32), '--apply')).toMatchObject({
        code: 2,
        output: expect.stringContaining('answers 404 (is the same MOVE_SECRET set'),
      });
      expect((await run(secret)).output).toContain(
        '1 new, 0 changed, 0 removed, 0 unchanged.\nNothing was changed',
      );
      expect((await run(secret, '--apply')).output).toContain(
        '1 new, 0 changed, 0 removed, 0 unchanged.\nImported.',
      );
      expect((await run(secret)).output).toContain('0 new, 0 changed, 0 removed, 1 unchanged.');
      const calendar = await (await fetch(`${server.origin}/api/calendar`)).json();
      expect(calendar).toMatchObject({ sample: false, events: [{ id: CPI.id }] });
    } finally {
      await server.stop();
      app.remove();
    }
  });
});
