/** The engines stage: how it gets old Chromiums, and how it reports each engine. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchChromium, findChromiumPackage, Unreachable } from '#tests/support/chromium-package.ts';
import { readEnginesReport, VERSION_ANNOTATION } from '#tests/support/reports.ts';

let folder = '';
let cache = '';
const EXECUTABLE = '#!/bin/sh\necho Chromium 1.2.3\n';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-engines-'));
  cache = join(folder, 'cache');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('an old Chromium', () => {
  it('is downloaded once, even by two concurrent runs', async () => {
    const one = { version: '1.2.3', integrity: registry() };
    const paths = await Promise.all([fetchChromium(one, cache), fetchChromium(one, cache)]);
    expect(new Set(paths).size).toBe(1);
    expect(readFileSync(paths[0], 'utf8')).toBe(EXECUTABLE);
    expect(execFileSync(paths[0], { encoding: 'utf8' })).toBe('Chromium 1.2.3\n');
    expect(readdirSync(cache)).toEqual(['chromium-1.2.3']);
    npm('exit 1');
    expect(await fetchChromium(one, cache)).toBe(paths[0]);
    expect(findChromiumPackage(one, cache)).toBe(paths[0]);
  });

  it('is refused if the package differs, and nothing of it is kept', async () => {
    registry();
    const fetched = fetchChromium({ version: '1.2.3', integrity: 'another' }, cache);
    await expect(fetched).rejects.toThrow(/not the expected package/);
    await expect(fetched).rejects.not.toBeInstanceOf(Unreachable);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('distinguishes an unreachable registry from a missing version', async () => {
    const one = { version: '1.2.3', integrity: '' };
    npm('echo "npm error code EAI_AGAIN" >&2; echo "npm error A log is elsewhere" >&2; exit 1');
    const unreachable = fetchChromium(one, cache);
    await expect(unreachable).rejects.toBeInstanceOf(Unreachable);
    await expect(unreachable).rejects.toThrow(/could not fetch @sparticuz\/chromium@1\.2\.3: EAI_AGAIN$/);
    npm('echo "npm error code ETARGET" >&2; exit 1');
    await expect(fetchChromium(one, cache)).rejects.not.toBeInstanceOf(Unreachable);
    expect(findChromiumPackage(one, cache)).toBeNull();
  });

  it('is not held up by an interrupted download, and removes an old one', async () => {
    const one = { version: '1.2.3', integrity: registry() };
    for (const name of ['unfinished-new', 'unfinished-old'])
      mkdirSync(join(cache, name), { recursive: true });
    utimesSync(join(cache, 'unfinished-old'), 1, 1);
    await fetchChromium(one, cache);
    expect(readdirSync(cache).sort()).toEqual(['chromium-1.2.3', 'unfinished-new']);
  });
});

describe('the report', () => {
  it('has a row for each engine: version, counts, and the reason for a skip', () => {
    const version = { type: VERSION_ANNOTATION, description: '111.0.5555.0' };
    const results = [{ duration: 1500, errors: [] }];
    const absent = { type: 'skip', description: 'apt-get is missing' };
    const specs = ['one', 'two'].map((title) => ({
      title,
      file: 'journeys.engine.ts',
      tests: [
        { projectName: 'Chromium 111', status: 'expected', annotations: [version], results },
        {
          projectName: 'Chromium 131',
          status: title === 'one' ? 'unexpected' : 'expected',
          annotations: [version],
          results: [{ duration: 2000, errors: [{ message: 'it did not open' }] }],
        },
        { projectName: 'WebKitGTK', status: 'skipped', annotations: [absent], results: [] },
      ],
    }));
    const path = join(folder, 'report.json');
    writeFileSync(
      path,
      JSON.stringify({ config: { rootDir: folder }, suites: [{ title: '', specs }], errors: [] }),
    );
    const result = readEnginesReport(path, 1, '');
    expect(result).toMatchObject({ passed: 3, failed: 1, skipped: 2 });
    expect(result.rows).toEqual([
      '  Chromium 111       111.0.5555.0    passed 2, failed 0, 3.0 s',
      '  Chromium 131       111.0.5555.0    passed 1, failed 1, 4.0 s',
      '  WebKitGTK          –               passed 0, failed 0, skipped 2 (apt-get is missing), 0.0 s',
    ]);
    expect(result.report).toContain('Chromium 131, journeys.engine.ts: one\nit did not open');
  });
});

/** A registry with one package, and its SHA-512. */
function registry(): string {
  const bin = join(folder, 'package', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'chromium.br'), brotliCompressSync(EXECUTABLE));
  const archive = join(folder, 'archive.tgz');
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package']);
  npm(`cp '${archive}' "$4/sparticuz-chromium.tgz"`);
  return createHash('sha512').update(readFileSync(archive)).digest('base64');
}

/** The future effect of `npm pack NAME --pack-destination FOLDER`. */
function npm(script: string): void {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`);
}
