/** Files that a release serves: pages of the last three releases keep their files, older ones go. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectOf, publishRelease } from '#api/ops/release.ts';
import { securityHeaders } from '#api/runtime/http/headers.ts';
import { scriptSources } from '#api/runtime/http/inline-script.ts';

const TEXT = 'the code of a screen; '.repeat(100);

let folder = '';
let out = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-release-'));
  out = join(folder, 'dist');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function built(name: string, files: Readonly<Record<string, string>>): string {
  const at = join(folder, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  }
  return at;
}

async function release(version: string): Promise<void> {
  await publishRelease(
    built(`v${version}`, {
      'index.html': `page ${version} ${TEXT}`,
      'sw.js': `worker ${version} ${TEXT}`,
      [`assets/screen-${version}.js`]: `${version} ${TEXT}`,
      'assets/shared-0.js': TEXT,
    }),
    out,
  );
}

async function assets(): Promise<string[]> {
  const names = await readdir(join(out, 'assets'));
  return names.filter((name) => name.endsWith('.js')).sort();
}

describe('a release', () => {
  it('is compressed, and both copies have the same content', async () => {
    await release('1');
    const plain = readFileSync(join(out, 'index.html'));
    expect(brotliDecompressSync(readFileSync(join(out, 'index.html.br')))).toEqual(plain);
    expect(gunzipSync(readFileSync(join(out, 'index.html.gz')))).toEqual(plain);
  });

  it('keeps the files of the two previous releases and no more', async () => {
    for (const version of ['1', '2', '3', '4']) await release(version);
    expect(await assets()).toEqual(['screen-2.js', 'screen-3.js', 'screen-4.js', 'shared-0.js']);
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('page 4');
    expect(await readdir(join(out, 'assets'))).not.toContain('screen-1.js.br');
  });

  it('gives platforms that serve files themselves the headers, and the files that are not public', async () => {
    await release('1');
    const headers = readFileSync(join(out, '_headers'), 'utf8');
    expect(headers).toContain(
      `/*\n  content-security-policy: ${securityHeaders(connectOf({}))['content-security-policy']}\n`,
    );
    expect(headers).toMatch(
      /\/assets\/\*\n {2}! cache-control\n {2}cache-control: [^\n]*immutable\n {2}! cross-origin-resource-policy\n {2}cross-origin-resource-policy: same-origin\n$/,
    );
    // The platform's limits: 100 rules, lines of 2000 characters.
    expect(headers.split('\n').filter((line) => line.startsWith('/')).length).toBeLessThanOrEqual(100);
    expect(Math.max(...headers.split('\n').map((line) => line.length))).toBeLessThanOrEqual(2000);
    const ignored = readFileSync(join(out, '.assetsignore'), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.*', '*.br', '*.gz', 'releases.json', '_headers']));
  });

  it('lets its pages run their own script', async () => {
    const page = "<script>alert('Hello, world.');</script>";
    await publishRelease(built('script', { 'index.html': page, 'sw.js': '' }), out);
    const [source] = await scriptSources(page);
    expect(readFileSync(join(out, '_headers'), 'utf8')).toContain(`; script-src 'self' ${source}; `);
  });

  it('lets its pages connect to the configured wallets only', async () => {
    const connect = connectOf({
      WALLETS_LIST_URL: 'https://lists.example/wallets.json',
      WALLET_BRIDGES: 'https://one.example,https://lists.example',
    });
    await publishRelease(built('1', { 'index.html': TEXT }), out, { connect });
    expect(readFileSync(join(out, '_headers'), 'utf8')).toContain(
      "; connect-src 'self' blob: https://lists.example https://one.example; ",
    );
    expect(() => connectOf({ WALLET_BRIDGES: 'https://one.example/bridge' })).toThrow(/^WALLET_BRIDGES: /);
  });

  it('rebuilt without a change is the same release', async () => {
    await release('1');
    await release('2');
    for (let again = 0; again < 5; again++) await release('3');
    expect(await assets()).toEqual(['screen-1.js', 'screen-2.js', 'screen-3.js', 'shared-0.js']);
  });

  it('can be rolled back: the earlier release is current again, and the withdrawn one stays for its pages', async () => {
    await release('1');
    await release('2');
    await release('1');
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('page 1');
    expect(await assets()).toContain('screen-2.js');
    const list = JSON.parse(readFileSync(join(out, 'releases.json'), 'utf8'));
    expect(list).toHaveLength(2);
    expect(list[0].assets).toContain('assets/screen-1.js');
  });

  it('removes files that are no longer part of it and leaves no partial file', async () => {
    await publishRelease(built('old', { 'index.html': TEXT, 'old-icon.png': 'x', 'assets/a.js': TEXT }), out);
    await release('1');
    const files = await readdir(out, { recursive: true });
    expect(files).not.toContain('old-icon.png');
    expect(files.filter((name) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(name))).toEqual([]);
  });
});
