/** `npm run pictures`: every badge and level as an image file for wallets. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allPictures } from '#core/badge-art/files.ts';
import { runProcess } from '#tests/support/run-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LIMIT_MS = 60_000;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test(
  'writes a hundred distinct PNG files of the right size',
  async () => {
    const command = [process.execPath, 'api/ops/pictures.ts', '--out', folder];
    const { code, output } = await runProcess(command, { cwd: ROOT, limitMs: LIMIT_MS });
    expect(output).toMatch(/: 100 pictures, \d+ KiB\n$/);
    expect(code).toBe(0);
    const names = ['badges', 'levels'].flatMap((kind) =>
      readdirSync(join(folder, kind)).map((name) => `${kind}/${name}`),
    );
    expect(names.toSorted()).toEqual([...allPictures().keys()].map((name) => `${name}.png`).toSorted());
    const files = names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
    for (const { name, bytes } of files) {
      expect(bytes.subarray(0, 8), name).toEqual(SIGNATURE);
      const size = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
      expect(size, name).toEqual(name.startsWith('badges/') ? [512, 572] : [256, 256]);
      expect(bytes.length, name).toBeGreaterThan(2_000);
    }
    expect(new Set(files.map(({ bytes }) => bytes.toString('base64'))).size).toBe(100);
  },
  LIMIT_MS,
);
