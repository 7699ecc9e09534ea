/**
 * A certificate for a phone in the same network: browsers give a page on an address of the network what the app needs
 * (hashes, locks, random ids) only over HTTPS.
 */
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;

/** The certificate that a folder keeps, so that a phone asks once; a new one for other addresses or near its end. */
export async function keptCertificate(folder: string, addresses: readonly string[]): Promise<Certificate> {
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'certificate.pem') };
  if (existsSync(files.key) && existsSync(files.cert)) {
    const kept = { key: readFileSync(files.key, 'utf8'), cert: readFileSync(files.cert, 'utf8') };
    if (isUsable(new X509Certificate(kept.cert), addresses)) return kept;
  }
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    extensions: [
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [{ type: 2, value: 'localhost' }, ...addresses.map((ip) => ({ type: 7 as const, ip }))],
      },
    ],
  });
  writeFileSync(files.key, key, { mode: 0o600 });
  writeFileSync(files.cert, cert);
  return { key, cert };
}

function isUsable(certificate: X509Certificate, addresses: readonly string[]): boolean {
  const remainingMs = certificate.validToDate.getTime() - Date.now();
  return remainingMs > DAY_MS && addresses.every((address) => certificate.checkIP(address) !== undefined);
}
