/** Shared by tests of the server as a child process: a small built app, signed calls, records. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { connectOf } from '#api/ops/release.ts';
import { platformFiles } from '#api/runtime/http/platform-files.ts';
import { signLaunchData } from '#tests/support/launch.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { BOT_TOKEN, type TestServer } from '#tests/support/server.ts';
import { recordId } from '../support.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Processes start slowly on a busy machine. */
export const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000 };
export const SCRIPT = 'export {};\n'.repeat(100);

export interface Folder {
  readonly path: string;
  /** A small built app. */
  readonly dist: string;
  /** Variables that the server starts with. */
  env(): Record<string, string> & { readonly DATABASE_PATH: string };
  remove(): void;
}

export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'irich-serve-'));
  const dist = join(path, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  const files = {
    'index.html': '<!doctype html><title>page</title>',
    'proof.html': '<!doctype html><title>published totals</title>',
    'sw.js': 'self.name;',
    'mark.svg': '<svg/>',
    'manifest.webmanifest': '{}',
    'assets/index-abc123.js': SCRIPT,
    'assets/index-abc123.js.gz': gzipSync(SCRIPT),
    'assets/index-abc123.js.br': 'as compressed',
    ...platformFiles(connectOf({}), []),
    // Written last, as the build does, so that it is newer than every source.
    'releases.json': '[]',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dist, name), content);
  return {
    path,
    dist,
    env: () => ({
      PORT: '0',
      DATABASE_PATH: join(path, `${recordId()}.sqlite`),
      DIST_PATH: dist,
      BOT_TOKEN,
      BOT_USERNAME: 'irich_test_bot',
      APP_SHORT_NAME: 'app',
      PUBLIC_URL: 'https://irich.example',
      MARKET_PROVIDER: 'sample',
    }),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Runs the server until it ends by itself. */
export function runServer(env: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
  return runProcess([process.execPath, 'api/node.ts'], { cwd: ROOT, limitMs: 20_000, env });
}

export function auth(id: number, startParameter?: string) {
  const signed = signLaunchData({
    user: { id, first_name: `User ${id}` },
    botToken: BOT_TOKEN,
    ...(startParameter === undefined ? {} : { startParameter }),
  });
  return { authorization: `tma ${signed}`, 'content-type': 'application/json' };
}

export function post(
  server: Pick<TestServer, 'origin'>,
  path: string,
  id: number,
  body: object,
  headers = auth(id),
) {
  return fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

export function record() {
  return {
    id: recordId(),
    calculationType: 'RiskMoney',
    occurredAt: new Date().toISOString(),
    inputs: { entryPrice: '64000' },
  };
}
