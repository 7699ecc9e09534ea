/** The image of a bundle: without rights, with one place to write, healthy by its own check, and gone when it is told. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { auth, ROOT } from '#tests/api/server/support.ts';
import { openPodman, type Podman } from '#tests/support/podman.ts';
import { makeBaseImage } from './base-image.ts';
import { VARIABLES } from './bundled-server.ts';
import { makeBundle, makeScratch, type Scratch } from './make-bundle.ts';

const BASE = 'localhost/base';
const IMAGE = 'localhost/irich';
const NAME = 'irich';

test('the base image has the version of Node that everything runs on', () => {
  const [, version] =
    /^ARG BASE=\S+\/node:([\d.]+)-slim$/m.exec(read('api/ops/container/Containerfile')) ?? [];
  expect(version).toBe(read('.node-version').trim());
});

describe('a container', () => {
  let scratch: Scratch;
  let podman: Podman;

  beforeAll(async () => {
    scratch = makeScratch();
    const [bundle = '', base = '', storage = ''] = ['bundle', 'base', 'podman'].map((name) =>
      join(scratch.path, name),
    );
    mkdirSync(storage);
    podman = openPodman(storage);
    await makeBundle(bundle);
    await makeBaseImage(podman, base, BASE);
    const how = ['--isolation=chroot', '--layers=false', '--format=docker', `--build-arg=BASE=${BASE}`];
    await podman.do('build', ...how, '--tag', IMAGE, bundle);
    await podman.do('run', '--detach', '--name', NAME, ...RESTRICTED, ...VARIABLES_OF_RUN, IMAGE);
  });
  afterAll(async () => {
    await podman?.do('rm', '--all', '--force', '--time=0', '--volumes');
    scratch.remove();
  });

  /** Runs code in the container; returns what it prints. */
  const inside = (code: string) => podman.do('exec', NAME, 'node', '--input-type=module', '--eval', code);

  test('is healthy by the check of its image', async () => {
    await vi.waitFor(() => podman.do('healthcheck', 'run', NAME), { timeout: 30_000, interval: 200 });
    const found = await podman.do('inspect', '--format={{json .Config}}', NAME);
    expect(JSON.parse(found)).toMatchObject({ User: '1000:1000', StopSignal: 15 });
  });

  test('serves the app and takes calls, as a user without rights who can write its data alone', async () => {
    const call = `fetch('http://127.0.0.1:8080/api/user/register', ${JSON.stringify({
      method: 'POST',
      headers: auth(7),
      body: JSON.stringify({ id: 7 }),
    })})`;
    const out = await inside(`
      import { readFileSync, statSync, writeFileSync } from 'node:fs';
      const failed = (path) => { try { writeFileSync(path, ''); return null; } catch ({ code }) { return code; } };
      console.log(JSON.stringify({
        page: (await fetch('http://127.0.0.1:8080/')).status,
        registered: (await ${call}).status,
        user: process.getuid(),
        rights: /CapEff:\\t(\\w+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1],
        code: failed('/opt/irich/server.mjs'),
        mode: (statSync('/data/irich.sqlite').mode & 0o777).toString(8),
      }));`);
    expect(JSON.parse(out)).toEqual({
      page: 200,
      registered: 200,
      user: 1000,
      rights: '0000000000000000',
      code: 'EROFS',
      mode: '600',
    });
  });

  test('ends by itself when it is stopped, and another finds its data', async () => {
    await podman.do('stop', '--time=30', NAME);
    expect(await podman.do('inspect', '--format={{.State.ExitCode}}', NAME)).toBe('0\n');
    expect(await podman.do('logs', NAME)).toMatch(/"message":"stopping","reason":"SIGTERM"/);
    const audit = await podman.do('run', '--rm', ...RESTRICTED, IMAGE, 'node', 'ledger.mjs', 'audit');
    expect(audit).toMatch(/^users +1$/m);
  });
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** As an operator runs it, without a network of its own; and it ends by itself where a test run is killed. */
const RESTRICTED = [
  ...['--read-only', '--read-only-tmpfs=false', '--cap-drop=all', '--security-opt=no-new-privileges'],
  ...['--volume=irich:/data', '--network=none', '--cgroups=disabled', '--timeout=300'],
  // Defaults above the limits of the machine would be refused.
  ...['--ulimit=nofile=1024:1024', '--ulimit=nproc=1024:1024'],
];
const VARIABLES_OF_RUN = Object.entries(VARIABLES).map(([name, value]) => `--env=${name}=${value}`);
