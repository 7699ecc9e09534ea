/** The certificate of the development server: kept while it fits, so that a phone asks once. */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptCertificate } from '#api/ops/dev/certificate.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-certificate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('it is for this machine, its key is the owner’s alone, and it stays', async () => {
  const made = await keptCertificate(folder, ['192.0.2.7']);
  const certificate = new X509Certificate(made.cert);
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkIP('192.0.2.7')).toBe('192.0.2.7');
  expect(certificate.checkIP('192.0.2.8')).toBeUndefined();
  expect(statSync(join(folder, 'key.pem')).mode & 0o077).toBe(0);
  expect(await keptCertificate(folder, ['192.0.2.7'])).toEqual(made);
});

test('another network gets another one', async () => {
  const made = await keptCertificate(folder, ['192.0.2.7']);
  const next = await keptCertificate(folder, ['192.0.2.7', '198.51.100.7']);
  expect(next.cert).not.toBe(made.cert);
  expect(new X509Certificate(next.cert).checkIP('198.51.100.7')).toBe('198.51.100.7');
});
