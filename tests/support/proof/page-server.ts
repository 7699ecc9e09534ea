/** The built page of published totals on a server of its own, with a log that a test may change while it runs. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { readBuiltFile } from '#api/deployments/machine/built-app.ts';
import { buildProofPage } from '#api/ops/release.ts';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import { createLimiter } from '#api/runtime/http/limits.ts';
import { staticFiles } from '#api/runtime/http/static.ts';
import { SIGNATURE, type SignatureType, vkeyText } from '#core/proof/note.ts';
import { systemClock } from '#platform/clock.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface PagePins {
  readonly log: Signer;
  readonly witnesses: readonly Signer[];
  /** How many witnesses must have signed. */
  readonly quorum: number;
}

export interface PageServer {
  readonly origin: string;
  /** The built files. */
  readonly dist: string;
  /** The log by its paths below `/proof/`. */
  files: ReadonlyMap<string, Uint8Array>;
  /** Answers instead of a file. */
  statuses: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export function newSigner(name: string, type: SignatureType = SIGNATURE.ed25519): Signer {
  const signer = readSigner(newSignerText(name, type));
  if (signer === null) throw new Error('A new key cannot be read');
  return signer;
}

/** @param pins null: the build of a deployment that publishes nothing */
export async function servePage(pins: PagePins | null): Promise<PageServer> {
  const dist = mkdtempSync(join(tmpdir(), 'irich-proof-page-'));
  const texts = {
    ORIGIN: pins?.log.key.name ?? '',
    KEYS: pins === null ? '' : vkeyText(pins.log.key),
    WITNESSES: pins?.witnesses.map(({ key }) => vkeyText(key)).join(' ') ?? '',
    QUORUM: pins === null ? '' : String(pins.quorum),
  };
  const define = Object.entries(texts).map(([name, text]) => [
    `import.meta.env.VITE_PROOF_${name}`,
    JSON.stringify(text),
  ]);
  await buildProofPage(ROOT, dist, Object.fromEntries(define));

  const app = new Hono();
  const server: PageServer = { origin: '', dist, files: new Map(), statuses: new Map(), stop };
  app.get('/proof/*', async (context, next) => {
    const path = context.req.path.slice('/proof/'.length);
    const [bytes, status] = [server.files.get(path), server.statuses.get(path)];
    if (status !== undefined) return new Response('', { status });
    if (path === '' || bytes === undefined) return next();
    return new Response(Uint8Array.from(bytes), { headers: { 'cache-control': 'no-cache' } });
  });
  app.notFound(
    staticFiles({
      read: (path) => readBuiltFile(path === 'mark.svg' ? join(ROOT, 'public') : dist, path),
      connect: [],
      clock: systemClock,
      requestId: () => '1',
      onRequest: () => undefined,
      limiter: createLimiter(systemClock),
      trustedProxies: [],
      socketAddress: () => '127.0.0.1',
    }),
  );
  const http: ServerType = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(http, 'listening');
  async function stop(): Promise<void> {
    const closed = once(http, 'close');
    http.close();
    if ('closeAllConnections' in http) http.closeAllConnections();
    await closed;
    rmSync(dist, { recursive: true, force: true });
  }
  return Object.assign(server, { origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}` });
}
