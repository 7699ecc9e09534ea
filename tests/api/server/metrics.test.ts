/** A server shows what it measures on a port of its own, in the words that alerts and dashboard use, and never a word of a caller. */
import { readFileSync, realpathSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newSignerText } from '#api/proof/signer.ts';
import { SIGNATURE } from '#core/proof/note.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { auth, type Folder, makeFolder, PATIENCE, post, ROOT, record, runServer } from './support.ts';

vi.setConfig(PATIENCE);
let folder: Folder;
let server: TestServer;
beforeAll(async () => {
  folder = makeFolder();
  server = await startServer({
    deployment: 'machine',
    dist: folder.dist,
    env: {
      METRICS_PORT: '0',
      BACKUP_PATH: folder.path,
      PROOF_ORIGIN: 'points.example/irich',
      PROOF_SIGNING_KEY: newSignerText('points.example/irich', SIGNATURE.ed25519),
    },
  });
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

const url = () =>
  vi.waitFor(() => {
    const found = /"message":"metrics","url":"([^"]+)"/.exec(server.log())?.[1];
    if (found === undefined) throw new Error('No metrics yet');
    return found;
  });
const read = async () => (await fetch(await url())).text();
/** The value of a metric, by its name and labels as the text has them. */
async function figure(metric: string): Promise<number | null> {
  const line = (await read()).split('\n').find((one) => one.startsWith(`${metric} `));
  return line === undefined ? null : Number(line.slice(metric.length));
}

test('requests, commits and events are counted', async () => {
  expect((await post(server, '/api/user/register', 7, { id: 7 })).status).toBe(200);
  expect((await post(server, '/api/sync', 7, { userId: 7, records: [record(), record()] })).status).toBe(200);
  expect((await post(server, '/api/sync', 8, { userId: 7, records: [] })).status).toBe(403);
  const sync = 'irich_requests_total{call="/api/sync",method="POST",status=';
  expect(await figure(`${sync}"200"}`)).toBe(1);
  expect(await figure(`${sync}"403"}`)).toBe(1);
  expect(await figure('irich_events_total')).toBe(3);
  expect(await figure('irich_commit_seconds_count')).toBeGreaterThanOrEqual(2);
  expect(await figure('irich_commit_works_sum')).toBeGreaterThanOrEqual(2);
});

test('no text of a caller becomes a label', async () => {
  const lines = async () => (await read()).split('\n').filter((line) => line.startsWith('irich_request'));
  await fetch(`${server.origin}/`);
  await fetch(`${server.origin}/api/nothing`);
  const before = (await lines()).length;
  for (let place = 0; place < 20; place += 1) {
    await fetch(`${server.origin}/hostile-${place}`);
    await fetch(`${server.origin}/api/hostile-${place}`);
    await fetch(`${server.origin}/api/records/${place}`, { headers: auth(7) });
  }
  const after = await lines();
  // Two or three new combinations of call and status, each with its counter and the lines of its histogram.
  expect(after.length - before).toBeLessThanOrEqual(40);
  expect(after.join('\n')).not.toContain('hostile');
  expect(after.join('\n')).toContain('call="/api/records/{id}"');
});

test('sizes, ages and readiness are shown', async () => {
  expect(await figure('irich_ready')).toBe(1);
  for (const file of ['ledgers', 'log'])
    for (const what of ['database', 'free_disk'])
      expect(await figure(`irich_${file}_${what}_bytes`), `${file} ${what}`).toBeGreaterThan(0);
  expect(await figure('irich_market_age_seconds')).toBeGreaterThanOrEqual(0);
  // Nothing waits, and no day was published: an age of 0 would say something else.
  expect(await figure('irich_credits_waiting_seconds')).toBeNull();
  expect(await figure('irich_checkpoint_age_seconds')).toBeNull();
  expect(await figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
});

test('the age of the newest good backup is shown, and is infinite without one', async () => {
  const age = async () => /^irich_backup_age_seconds (.+)$/m.exec(await read())?.[1];
  expect(await age()).toBe('+Inf');
  const backup = ['node', 'api/ops/ledger.ts', 'backup', '--to', folder.path, '--keep', '3'];
  const env = { DATABASE_PATH: server.databasePath };
  expect(await runProcess(backup, { cwd: ROOT, limitMs: 30_000, env })).toMatchObject({ code: 0 });
  expect(Number(await age())).toBeLessThan(3600);
  const newest = realpathSync(join(folder.path, 'newest.sqlite'));
  const then = Date.now() / 1000 - 172_800;
  utimesSync(newest, then, then);
  expect(Number(await age())).toBeGreaterThanOrEqual(172_800);
  rmSync(newest);
  expect(await age()).toBe('+Inf');
});

test('alerts and dashboard know every name that they use', async () => {
  const shown = new Set((await read()).match(/^# TYPE \S+/gm)?.map((line) => line.slice('# TYPE '.length)));
  for (const file of ['alerts.yml', 'grafana.json']) {
    const text = readFileSync(`${ROOT}api/ops/${file}`, 'utf8');
    const used = new Set(text.match(/\b(?:irich|nodejs|process)_[a-z0-9_]+/g));
    expect(used.size).toBeGreaterThan(8);
    for (const name of used) expect(shown, file).toContain(name.replace(/_(bucket|sum|count)$/, ''));
  }
});

test('only /metrics is shown there, and the app’s own port shows none', async () => {
  const { origin } = new URL(await url());
  expect((await fetch(origin)).status).toBe(404);
  expect((await fetch(await url(), { method: 'POST' })).status).toBe(405);
  // The app's page, as for every path that it does not know.
  expect(await (await fetch(`${server.origin}/metrics`)).text()).not.toContain('irich_');
});

test('a port that is taken stops the start with one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await vi.waitFor(() => expect(other.address()).not.toBeNull());
  const { port } = other.address() as { port: number };
  const { code, output } = await runServer({ ...folder.env(), METRICS_PORT: `${port}` });
  other.close();
  expect(code).toBe(1);
  expect(output).toMatch(/^METRICS_PORT: cannot listen on 127\.0\.0\.1:\d+: [^\n]*EADDRINUSE[^\n]*$/m);
});
