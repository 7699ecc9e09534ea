/** A built app counts as outdated from the moment that a source changes, and not before. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXAMPLE_FILE, operatorDigest } from '#api/ops/operator-file.ts';
import { isBuildOutdated } from '#api/ops/outdated-build.ts';
import { pinsOf } from '#api/ops/pins.ts';

const BUILT_AT = 1_000_000;
let root = '';
let dist = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'irich-outdated-'));
  dist = join(root, 'dist');
  put('src/app/main.tsx', BUILT_AT - 1);
  put('index.html', BUILT_AT - 1);
  put('dist/index.html', BUILT_AT - 1);
  put('dist/releases.json', BUILT_AT);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @param at when it was changed, seconds. */
function put(path: string, at: number): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  utimesSync(file, at, at);
}

test('a build that is newer than its sources is not', () => {
  expect(isBuildOutdated(root, dist)).toBe(false);
});

test.each(['src/app/main.tsx', 'locales/en/common.json', 'index.html', 'package-lock.json'])(
  'a build that is older than %s is',
  (path) => {
    put(path, BUILT_AT + 1);
    expect(isBuildOutdated(root, dist)).toBe(true);
  },
);

test.each(['tests/core/points.test.ts', 'api/node.ts'])('%s does not count', (path) => {
  put(path, BUILT_AT + 1);
  expect(isBuildOutdated(root, dist)).toBe(false);
});

describe('pins of published totals', () => {
  const releases = (...all: object[]) => {
    put('dist/releases.json', BUILT_AT);
    writeFileSync(join(dist, 'releases.json'), JSON.stringify(all));
  };
  const PINS = { PROOF_ORIGIN: 'log.example', PROOF_KEYS: 'log.example+1+A' };

  test('of another log, another key or none make a build outdated', () => {
    releases({ pins: pinsOf(PINS) }, { pins: '' });
    expect(isBuildOutdated(root, dist, { ...PINS, PROOF_QUORUM: ' ' })).toBe(false);
    expect(isBuildOutdated(root, dist, { ...PINS, PROOF_KEYS: 'log.example+2+B' })).toBe(true);
    expect(isBuildOutdated(root, dist, { ...PINS, PROOF_QUORUM: '1' })).toBe(true);
    expect(isBuildOutdated(root, dist, {})).toBe(true);
  });

  test('are none in a build of an older version', () => {
    releases({ builtAt: 'then' });
    expect(isBuildOutdated(root, dist, {})).toBe(false);
    expect(isBuildOutdated(root, dist, PINS)).toBe(true);
  });
});

test('a build of another operator is, and one of an older version has none', () => {
  const releases = (release: object) => {
    put('dist/releases.json', BUILT_AT);
    writeFileSync(join(dist, 'releases.json'), JSON.stringify([release]));
  };
  const env = { APP_NAME: 'Taurus' };
  releases({ pins: '', operator: operatorDigest(env) });
  expect(isBuildOutdated(root, dist, env)).toBe(false);
  expect(isBuildOutdated(root, dist, {})).toBe(true);
  expect(isBuildOutdated(root, dist, { ...env, OPERATOR_FILE: EXAMPLE_FILE })).toBe(true);
  releases({ builtAt: 'then' });
  expect(isBuildOutdated(root, dist, {})).toBe(false);
  expect(isBuildOutdated(root, dist, env)).toBe(true);
});

test.each(['index.html', 'releases.json'])('a build without %s is', (name) => {
  rmSync(join(dist, name));
  expect(isBuildOutdated(root, dist)).toBe(true);
});
