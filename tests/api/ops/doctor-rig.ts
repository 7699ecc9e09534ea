/** A good production deployment in a folder of its own, of which a test spoils one thing. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { migrations } from '#api/migrations.ts';
import { type DoctorDeps, runDoctor } from '#api/ops/doctor/run.ts';
import type { System } from '#api/ops/doctor/system.ts';
import { newSignerText, readSigner } from '#api/proof/signer.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { SIGNATURE, type SignatureType, vkeyText } from '#core/proof/note.ts';
import { runInProcess } from '#tests/support/operator-command.ts';

export const NOW = Date.UTC(2026, 10, 29, 12);
export const LOG = 'points.irich.app/log';
const EXT4 = 0xef53;
const GB = 1024 ** 3;

const hex = () => randomBytes(32).toString('hex');

/** A key of a log or a witness. */
export function newKey(name: string, type: SignatureType = SIGNATURE.ed25519) {
  const text = newSignerText(name, type);
  const signer = readSigner(text);
  if (signer === null) throw new Error('no key');
  return { text, vkey: vkeyText(signer.key) };
}

export type Env = Record<string, string>;

export function openRig() {
  const root = mkdtempSync(join(tmpdir(), 'irich-doctor-'));
  const file = (name: string) => join(root, name);
  function put(name: string, text: string): void {
    mkdirSync(dirname(file(name)), { recursive: true });
    writeFileSync(file(name), text, { mode: 0o600 });
  }
  const signer = newKey(LOG);
  const witness = newKey('witness.irich.app/w', SIGNATURE.cosignature);
  const pins = [LOG, signer.vkey, witness.vkey, '1'].join('\n');
  const releases = (changed: object = {}) =>
    put('dist/releases.json', JSON.stringify([{ builtAt: '', assets: ['assets/a.js'], pins, ...changed }]));

  put('.node-version', '24.21.0\n');
  for (const name of ['index.html', 'sw.js', 'proof.html', 'assets/a.js']) put(`dist/${name}`, '');
  releases();
  put('backups/irich-20261129T031000Z.sqlite', '');
  put('backups/irich-20261129T031000Z.heads', '');
  symlinkSync('irich-20261129T031000Z.sqlite', file('backups/newest.sqlite'));
  mkdirSync(file('data'));
  mkdirSync(file('log'));
  const database = file('data/irich.sqlite');
  const sql = openBetterSqlite3(database);
  migrate(sql, migrations, NOW);
  sql.close();
  chmodSync(database, 0o600);

  const env: Env = {
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    METRICS_PORT: '9090',
    DATABASE_PATH: database,
    PROOF_DATABASE_PATH: file('log/proof.sqlite'),
    DIST_PATH: file('dist'),
    BOT_TOKEN: `7000000001:${randomBytes(27).toString('base64url').slice(0, 35).replaceAll('-', '_')}`,
    BOT_USERNAME: 'irich_bot',
    APP_SHORT_NAME: 'app',
    PUBLIC_URL: 'https://irich.app',
    MARKET_PROVIDER: 'live',
    BOT_WEBHOOK_SECRET: hex(),
    CREDIT_SECRET: hex(),
    PROOF_SIGNING_KEY: signer.text,
    PROOF_ORIGIN: LOG,
    PROOF_WITNESSES: `${witness.vkey},https://witness.irich.app`,
    SBT_COLLECTION: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
    SBT_SIGNING_KEY: hex(),
    TON_API_URL: 'https://toncenter.com/api/v2',
  };
  const system: System = {
    nodeVersion: '24.21.0',
    uid: process.getuid?.() ?? null,
    fileSystem: () => EXT4,
    freeBytes: () => 100 * GB,
    // Each folder is a disk.
    device: (path) => [...path].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7),
  };

  return {
    root,
    file,
    put,
    env,
    system,
    releases,
    signer,
    witness,
    async diagnose(changed: Env = {}, deps: DoctorDeps = {}, ...args: string[]) {
      const run: typeof runDoctor = (given, io) => runDoctor(given, io, { root, system, now: NOW, ...deps });
      const { code, out, err } = await runInProcess(run, ['--backups', file('backups'), ...args], {
        env: { ...env, ...changed },
      });
      return {
        code,
        out,
        err,
        lines: out.trimEnd().split('\n').slice(0, -1),
        last: out.trimEnd().split('\n').at(-1),
      };
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}
