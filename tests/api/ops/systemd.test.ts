/** The units: as little exposed as promised, understood by systemd, and running commands that exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolPath } from '#tests/support/operator-tools.ts';
import { ROOT } from '../server/support.ts';

const FOLDER = `${ROOT}api/ops/systemd/`;
const NODE_SERVICES = ['irich.service', 'irich-backup.service'];
const SERVICES = [...NODE_SERVICES, 'irich-litestream.service'];
const analyze = (...args: string[]) =>
  execFileSync(toolPath('systemd-analyze'), args, {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_COLORS: '0' },
  });

/** Of ten; a unit without any protection has 9.6. */
const MOST_EXPOSED = 2;

test.each(SERVICES)('%s is hardly exposed', (name) => {
  // Fails above the threshold, which is in tenths.
  const text = analyze('security', '--offline=true', `--threshold=${MOST_EXPOSED * 10}`, FOLDER + name);
  expect(text).toMatch(/Overall exposure level/);
});

test.each(NODE_SERVICES)('%s runs what is there, by Node itself', (name) => {
  const [, script] = /^ExecStart=\/usr\/bin\/node (\S+)/m.exec(readFileSync(FOLDER + name, 'utf8')) ?? [];
  expect(existsSync(`${ROOT}${script}`)).toBe(true);
});

test('the nightly backup comes after the day was published', () => {
  const [, when] = /^OnCalendar=(.+)$/m.exec(readFileSync(`${FOLDER}irich-backup.timer`, 'utf8')) ?? [];
  expect(analyze('calendar', '--base-time=2026-11-29 00:00:00 UTC', when ?? '')).toMatch(
    /\(in UTC\): Sun 2026-11-29 03:10:00|Next elapse: Sun 2026-11-29 03:10:00 UTC/,
  );
});
