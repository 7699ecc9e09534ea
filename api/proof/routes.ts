/** `/proof/…`: the log of published totals as static files (c2sp.org/tlog-tiles). `/api/proof`: the proof of a user's own total. */
import type { Hono } from 'hono';
import { CALLS, FILES } from '#core/contract/calls.ts';
import type { PublicRouteDeps, RouteDeps } from '../deps.ts';
import { fail, ok } from '../runtime/http/answer.ts';
import { CHECKPOINT_CACHE_CONTROL, SECURITY_HEADERS, TILE_CACHE_CONTROL } from '../runtime/http/headers.ts';
import { mount } from '../runtime/http/mount.ts';
import { gate } from '../users/account.ts';
import { isLogPath } from './log-store.ts';

const CACHE_CONTROL = { checkpoint: CHECKPOINT_CACHE_CONTROL, tile: TILE_CACHE_CONTROL } as const;

export function logRoutes(app: Hono, deps: PublicRouteDeps): void {
  const file = async (path: string, kind: keyof typeof CACHE_CONTROL) => {
    // A cache of the platform would take `..` in it for a way to other files.
    const bytes = isLogPath(path) ? ((await deps.proofLog?.file(path)) ?? null) : null;
    if (bytes === null) return fail('not_found');
    return new Response(new Uint8Array(bytes), {
      headers: {
        ...SECURITY_HEADERS,
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': kind === 'tile' ? 'application/octet-stream' : 'text/plain; charset=utf-8',
        'cache-control': CACHE_CONTROL[kind],
      },
    });
  };
  mount(app, deps, FILES.checkpoint, { handle: () => file('checkpoint', 'checkpoint') });
  mount(app, deps, FILES.logKeys, { handle: () => file('keys', 'checkpoint') });
  mount(app, deps, FILES.tile, {
    handle: ({ params: { level, index } }) => file(`tile/${level}/${index}`, 'tile'),
  });
  mount(app, deps, FILES.partialTile, {
    handle: ({ params: { level, index, width } }) => file(`tile/${level}/${index}/${width}`, 'tile'),
  });
}

export function proofRoutes(app: Hono, deps: RouteDeps): void {
  mount(app, deps, CALLS.proof, {
    handle: async ({ userId, generation, query }) => {
      const account = gate(deps.ledger.read.account(userId), generation);
      if (!account.ok) return account;
      const proof = (await deps.proofLog?.proof(userId, query.day ?? null)) ?? null;
      return proof === null ? fail('proof_missing') : ok(proof);
    },
  });
}
