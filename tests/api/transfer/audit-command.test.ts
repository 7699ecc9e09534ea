/** `ledger audit --from`: the audit of a deployment over the network, which can be stopped and resumed. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { runLedger } from '#api/ops/ledger/run.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { MOVE_SECRET, URL_OF_OBJECTS } from '#tests/support/transfer.ts';
import { type FetchUrl, forge, objects, setBack } from './audit-rig.ts';

// File access on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

describe('the command', () => {
  const run = (fetch: FetchUrl, ...args: string[]) =>
    runInProcess(runLedger, ['audit', '--from', URL_OF_OBJECTS, ...args], {
      env: { MOVE_SECRET },
      fetch,
      wait: async () => undefined,
    });

  test('reports the same after being stopped at any request and resumed', async () => {
    forge(1, (events) => events.filter((event) => event.bucket !== 'referral_activity'));
    const folder = mkdtempSync(join(tmpdir(), 'audit-'));
    try {
      let requests = 0;
      const whole = await run((url, init) => {
        requests += 1;
        return objects.fetchUrl(url, init);
      });
      expect(whole).toMatchObject({ code: 1, err: '' });
      expect(whole.out).toMatch(/WRONG +credit_lost: user 1: credit .* \(the first of 3\)\n$/);
      expect(requests).toBeGreaterThan(70);
      for (let last = 60; last < requests; last += 1) {
        const state = join(folder, `state-${last}`);
        let left = last;
        const stopped = await run(
          (url, init) => {
            left -= 1;
            return left < 0 ? Promise.reject(new Error('the network is gone')) : objects.fetchUrl(url, init);
          },
          '--state',
          state,
        );
        expect(stopped).toMatchObject({ code: 2, out: '', err: expect.stringContaining('run it again') });
        expect(existsSync(state)).toBe(true);
        expect(await run(objects.fetchUrl, '--state', state)).toEqual(whole);
        expect(existsSync(state)).toBe(false);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('notes what a step of the clock explains, and finds nothing wrong', async () => {
    const { at, later } = setBack();
    const now = vi.spyOn(Date, 'now').mockReturnValue(later);
    const { code, out } = await run(objects.fetchUrl);
    now.mockRestore();
    expect(out).toMatch(
      /^clock {4}5 registered before their referrer; these steps of the clock explain it:$/m,
    );
    const iso = (time: number) => new Date(time).toISOString();
    expect(out).toContain(`         from ${iso(later)} back to ${iso(at)}, in the ledger of user 1\n`);
    expect([code, out]).toEqual([0, expect.stringContaining('Nothing is wrong.')]);
  });

  test('refuses a foreign state file, a plain HTTP URL, and a missing secret', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'audit-'));
    try {
      writeFileSync(join(folder, 'text'), 'neither rows nor pages '.repeat(100));
      expect(await run(objects.fetchUrl, '--state', join(folder, 'text'))).toMatchObject({
        code: 2,
        out: '',
      });
      // Another database, passed by mistake.
      const own = openBetterSqlite3(join(folder, 'own'));
      own.run("CREATE TABLE photos AS SELECT 'precious' AS url");
      const before = own.all('SELECT * FROM sqlite_master');
      expect(await run(objects.fetchUrl, '--state', join(folder, 'own'))).toMatchObject({ code: 2, out: '' });
      expect(own.all('SELECT * FROM sqlite_master')).toEqual(before);
      own.close();
      expect(existsSync(join(folder, 'own'))).toBe(true);
      expect(await run(objects.fetchUrl, '--state', join(folder, 'none/own'))).toMatchObject({ code: 2 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const io = { out: () => undefined, err: () => undefined, isTerminal: false, fetch: objects.fetchUrl };
    expect(await runLedger(['audit', '--from', URL_OF_OBJECTS], { ...io, env: {} })).toBe(2);
    const inTheOpen = ['audit', '--from', 'http://irich.example'];
    expect(await runLedger(inTheOpen, { ...io, env: { MOVE_SECRET } })).toBe(2);
    const another = { ...io, fetch: async () => Response.json({}), env: { MOVE_SECRET } };
    expect(await runLedger(['audit', '--from', URL_OF_OBJECTS], another)).toBe(2);
    const other = { ...io, env: { MOVE_SECRET: MOVE_SECRET.replace('f', 'e') } };
    expect(await runLedger(['audit', '--from', URL_OF_OBJECTS], other)).toBe(2);
  });
});
