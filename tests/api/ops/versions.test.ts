/** Releases: each version stands in the changelog, and the documented commands switch there and back without losing a file. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishRelease } from '#api/ops/release.ts';
import { blocksOf } from '#tests/runbook/pages.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import packageLock from '../../../package-lock.json' with { type: 'json' };
import { ROOT } from '../server/support.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version } = packageJson;

test('the version has three numbers, stands in the lock file, and is the newest heading of the changelog', () => {
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect([packageLock.version, packageLock.packages[''].version]).toEqual([version, version]);
  expect(/^## (\d+\.\d+\.\d+)$/m.exec(read('.github/CHANGELOG.md'))?.[1]).toBe(version);
});

test.each(['irich.service', 'irich-backup.service'])(
  '%s runs from the link to the current release',
  (unit) => {
    expect(read(`api/ops/systemd/${unit}`)).toMatch(/^WorkingDirectory=\/opt\/irich\/current$/m);
  },
);

const PAGE = read('api/deployments/machine/upgrade.md');

/** Runs the commands of a section that begin with one of these words, below another folder. */
function run(heading: string, words: RegExp, opt: string): void {
  const commands = blocksOf(PAGE, heading)
    .flat()
    .filter((command) => words.test(command));
  expect(commands.length).toBeGreaterThan(0);
  const script = commands.join('\n').replaceAll('/opt/irich', opt);
  execFileSync('bash', ['-euc', script], { cwd: join(opt, 'releases') });
}

test('the documented commands switch to a release and back, and every page finds its files', async () => {
  const opt = mkdtempSync(join(tmpdir(), 'irich-opt-'));
  const page = (name: string, dist: string) => {
    const built = join(opt, `built-${name}`);
    mkdirSync(join(built, 'assets'), { recursive: true });
    writeFileSync(join(built, 'index.html'), name);
    writeFileSync(join(built, `assets/${name}.js`), name);
    return publishRelease(built, join(opt, 'releases', dist, 'dist'), { compressed: false });
  };
  const assets = (at: string) => readdirSync(join(opt, at, 'dist/assets')).sort();
  const shown = () => readFileSync(join(opt, 'current/dist/index.html'), 'utf8');
  try {
    mkdirSync(join(opt, 'releases/1.7.0'), { recursive: true });
    mkdirSync(join(opt, 'releases/1.8.0'));
    await page('first', '1.7.0');
    execFileSync('ln', ['-s', 'releases/1.7.0', join(opt, 'current')]);

    run('Get the release', /^cp -a /, opt);
    await page('second', '1.8.0');
    expect(shown()).toBe('first');
    run('Switch', /^(ln|mv) /, opt);
    expect([shown(), readlinkSync(join(opt, 'current'))]).toEqual(['second', 'releases/1.8.0']);
    expect(assets('current')).toEqual(['first.js', 'second.js']);

    run('Roll back', /^(cp|ln|mv) /, opt);
    expect([shown(), readlinkSync(join(opt, 'current'))]).toEqual(['first', 'releases/1.7.0']);
    // A page of the newer version that is still open.
    expect(assets('current')).toEqual(['first.js', 'second.js']);
    expect(readdirSync(opt).filter((name) => name === 'next')).toEqual([]);
  } finally {
    rmSync(opt, { recursive: true });
  }
});
