/** A bundle has all that an operator needs, fits in 40 MB, and runs where there is nothing but Node. */
import { cpSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sha256Bytes } from '#api/runtime/hashing.ts';
import { post, ROOT, record } from '#tests/api/server/support.ts';
import { populate } from '#tests/bench/populate.ts';
import { PRIVATE_TEXTS } from '#tests/support/proof/test-keys.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { memoryVariables, startBundled, VARIABLES } from './bundled-server.ts';
import { bundleInto, makeBundle, makeScratch, type Scratch } from './make-bundle.ts';

const MOST_BYTES = 40_000_000;
const DAY = 86_400_000;
/** More than one thread of the audit takes at a time, and more than the publishing computes without threads. */
const MANY = { users: 2000, eventsPerUser: 11, firstUser: 1_000_000 };

let scratch: Scratch;
/** A link to the bundle, as an operator has it. */
let current: string;

beforeAll(async () => {
  scratch = makeScratch();
  const made = join(scratch.path, 'made');
  await makeBundle(made);
  // Elsewhere than where it was made.
  renameSync(made, join(scratch.path, 'release'));
  current = join(scratch.path, 'current');
  symlinkSync('release', current);
});
afterAll(() => scratch.remove());

const escaped = (text: string) => text.replaceAll(/[^\w/]/g, '\\$&');
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
const hashesOf = (folder: string) =>
  filesOf(folder).map((file) => [
    file,
    Buffer.from(sha256Bytes(readFileSync(join(folder, file)))).toString('hex'),
  ]);

describe('a bundle', () => {
  test('has at most 40 MB', () => {
    const bytes = filesOf(`${current}/`).reduce((sum, file) => sum + statSync(join(current, file)).size, 0);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    expect(bytes).toBeGreaterThan(1_000_000);
  });

  test('names no path of the checkout', () => {
    const checkout = new RegExp(`(?<![\\w./-])${escaped(ROOT)}`);
    const naming = filesOf(`${current}/`).filter((file) =>
      checkout.test(readFileSync(join(current, file), 'latin1')),
    );
    expect(naming).toEqual([]);
  });

  test('says which version it is, and leads from its code back to the sources', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(readFileSync(join(current, 'VERSION'), 'utf8')).toMatch(
      new RegExp(`^${escaped(version)}(\\+[0-9a-f]{12}(\\.changed)?)?\n$`),
    );
    const maps = readdirSync(current).filter((name) => name.endsWith('.map'));
    const sources = maps.flatMap((name) => JSON.parse(readFileSync(join(current, name), 'utf8')).sources);
    expect(sources).toEqual(expect.arrayContaining(['api/node.ts', 'api/ops/ledger.ts']));
    expect(sources.filter((source) => /^(\/|\.\.)/.test(source))).toEqual([]);
  });

  test('has the same bytes when it is made again, in the place of the one before', async () => {
    const again = join(scratch.path, 'again');
    cpSync(`${current}/`, again, { recursive: true });
    writeFileSync(join(again, 'server.mjs'), 'of an earlier version');
    writeFileSync(join(again, 'of-an-earlier-version.mjs'), '');
    expect(await bundleInto(again)).toMatchObject({ code: 0 });
    expect(hashesOf(again)).toEqual(hashesOf(`${current}/`));
  });

  test('of which a crash left only the one before is put back by the next run, also where that fails', async () => {
    const crashed = join(scratch.path, 'crashed');
    cpSync(`${current}/`, `${crashed}.before`, { recursive: true });
    expect(await bundleInto(crashed, join(scratch.path, 'no-such-app'))).toMatchObject({ code: 1 });
    expect(hashesOf(crashed)).toEqual(hashesOf(`${current}/`));
    // A crash after the exchange leaves both.
    cpSync(crashed, `${crashed}.before`, { recursive: true });
    expect(await bundleInto(crashed)).toMatchObject({ code: 0 });
    expect(readdirSync(scratch.path).filter((name) => name.startsWith('crashed'))).toEqual(['crashed']);
  });

  test('never takes the place of anything else', async () => {
    const own = join(scratch.path, 'own');
    cpSync(join(current, 'api/ops/systemd'), own, { recursive: true });
    const before = hashesOf(own);
    expect(await bundleInto(own)).toEqual({
      code: 1,
      output: `${own} is no bundle, and is left as it is\n`,
    });
    expect(hashesOf(own)).toEqual(before);
    expect(readdirSync(scratch.path).filter((name) => name.startsWith('own'))).toEqual(['own']);
    const free = join(scratch.path, 'free');
    renameSync(own, `${free}.before`);
    expect(await bundleInto(free)).toMatchObject({ code: 1 });
    expect(hashesOf(`${free}.before`)).toEqual(before);
  });

  test('has units that run what it has', () => {
    for (const name of ['irich.service', 'irich-backup.service']) {
      const unit = readFileSync(join(current, 'api/ops/systemd', name), 'utf8');
      const script = /^ExecStart=\/usr\/bin\/node --enable-source-maps (\S+)/m.exec(unit)?.[1];
      expect(filesOf(`${current}/`)).toContain(script);
      expect(unit).toMatch(/^WorkingDirectory=\/opt\/irich\/current$/m);
    }
    const image = readFileSync(join(current, 'Containerfile'), 'utf8');
    const variables = Object.entries(memoryVariables(current)).map(([name, value]) => `${name}=${value}`);
    expect(image).toContain(`ENV ${variables.join(' ')}\n`);
  });
});

describe('on plain Node alone', () => {
  test('the server takes calculations, ledger backs them up, and the server ends when it is told', async () => {
    const database = join(scratch.path, 'served.sqlite');
    const server = await startBundled(current, { DATABASE_PATH: database, METRICS_PORT: '0' });
    onTestFinished(async () => void (await server.stop()));
    expect(await (await fetch(`${server.origin}/api/health/ready`)).json()).toMatchObject({
      status: 'ready',
    });
    const page = await (await fetch(server.origin)).text();
    expect(page).toBe(readFileSync(join(current, 'dist/index.html'), 'utf8'));
    expect((await post(server, '/api/user/register', 7, { id: 7 })).status).toBe(200);
    expect((await post(server, '/api/sync', 7, { userId: 7, records: [record()] })).status).toBe(200);
    const metrics = /"message":"metrics","url":"([^"]+)"/.exec(server.log())?.[1] ?? '';
    expect(await (await fetch(metrics)).text()).toMatch(/^irich_events_total 2$/m);
    const backup = join(scratch.path, 'backup.sqlite');
    expect(await run('ledger', 'backup', backup, '--database', database)).toMatchObject({ code: 0 });
    expect(await run('ledger', 'audit', '--database', backup)).toMatchObject({ code: 0 });
    expect(await server.stop()).toBe(0);
    expect(server.log()).not.toMatch(/Warning|"level":"(warn|error)"/);
  });

  test('threads publish the totals of many users, and audit them', async () => {
    const database = join(scratch.path, 'many.sqlite');
    populate(database, { ...MANY, now: Date.now() - 2 * DAY });
    const env = {
      DATABASE_PATH: database,
      PROOF_ORIGIN: 'points.example/irich',
      PROOF_SIGNING_KEY: PRIVATE_TEXTS.log,
    };
    // The log begins with the day of its first start.
    const clock = join(scratch.path, 'clock');
    writeFileSync(clock, `${-2 * DAY}`);
    const first = await startBundled(current, {
      ...env,
      NODE_OPTIONS: `--import=${join(ROOT, 'tests/support/shifted-clock.ts')}`,
      CLOCK_SHIFT_FILE: clock,
    });
    expect(await first.stop()).toBe(0);
    const server = await startBundled(current, env);
    onTestFinished(async () => void (await server.stop()));
    await vi.waitFor(
      async () => {
        const checkpoint = await (await fetch(`${server.origin}/proof/checkpoint`)).text();
        expect(checkpoint).toMatch(/^points\.example\/irich\n[1-9]/);
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(await server.stop()).toBe(0);
    expect(server.log()).not.toMatch(/"level":"error"/);

    const audited = await run('ledger', 'audit', '--database', database);
    expect(audited).toMatchObject({ code: 0, output: expect.stringContaining('2,000') });
  });

  test.each(['ledger', 'bot', 'calendar'])('%s prints how a bundle calls it', async (name) => {
    const { code, output } = await run(name);
    expect(code).toBe(2);
    expect(output).toMatch(new RegExp(`^(Usage: )?node ${name}\\.mjs `));
    expect(output).not.toMatch(/npm run|Warning/);
  });

  test('doctor looks at the bundle itself, and needs a checkout for the other deployment', async () => {
    const env = { ...VARIABLES, DATABASE_PATH: join(scratch.path, 'looked-at.sqlite') };
    const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const node = [process.execPath, join(current, 'doctor.mjs')];
    const looked = await runProcess(['env', '-i', ...set, ...node], { cwd: '/', limitMs: 60_000 });
    expect(looked.output).toMatch(/^WARNING {2}MARKET_PROVIDER: is sample/m);
    expect(looked.output).not.toMatch(/DIST_PATH|Node:|npm run|Warning/);
    const other = await run('doctor', '--cloudflare');
    expect(other).toEqual({
      code: 2,
      output: expect.stringMatching(/^--cloudflare needs .+ a checkout.+\n$/),
    });
    expect((await run('doctor', '--unknown')).output).toMatch(/^Usage: node doctor\.mjs \[/);
  });

  test('witness starts', async () => {
    expect(await run('witness')).toEqual({ code: 2, output: 'A witness needs --key, --log and --state.\n' });
  });
});

function run(name: string, ...args: readonly string[]) {
  return runProcess(['env', '-i', process.execPath, join(current, `${name}.mjs`), ...args], {
    cwd: '/',
    limitMs: 60_000,
  });
}
