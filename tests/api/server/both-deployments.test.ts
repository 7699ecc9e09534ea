/** Both deployments send the same headers, whether the platform or our own code serves a file. */
import { expect, test, vi } from 'vitest';
import { DEPLOYMENTS, startServer } from '#tests/support/server.ts';
import { makeFolder, PATIENCE } from './support.ts';

vi.setConfig(PATIENCE);

const PATHS = [
  '/',
  '/index.html',
  '/profile',
  '/proof',
  '/proof/',
  '/proof.html',
  '/proof/gone',
  '/assets/index-abc123.js',
  '/sw.js',
  '/mark.svg',
  '/manifest.webmanifest',
  '/assets/gone-123.js',
  '/_headers',
  '/api/health',
  '/api/market/overview',
  '/api/user/42',
  '/api/nothing',
];

test('headers are the same in both deployments', async () => {
  const folder = makeFolder();
  const seen = await Promise.all(
    DEPLOYMENTS.map(async (deployment) => {
      const server = await startServer({
        deployment,
        dist: folder.dist,
        // The files were built for this setting.
        env: { WALLETS_LIST_URL: 'https://config.ton.org/wallets-v2.json' },
      });
      try {
        const answers = PATHS.flatMap((path) => [['GET', path] as const, ['HEAD', path] as const]);
        return await Promise.all([...answers, ['POST', '/profile'] as const].map(ask(server.origin)));
      } finally {
        await server.stop();
      }
    }),
  );
  folder.remove();
  const [machine, cloudflare] = seen;
  expect(machine).toHaveLength(PATHS.length * 2 + 1);
  expect(cloudflare).toEqual(machine);
});

function ask(origin: string) {
  return async ([method, path]: readonly [string, string]) => {
    const answer = await fetch(origin + path, { method, headers: { 'accept-encoding': 'identity' } });
    await answer.arrayBuffer();
    const headers = [...answer.headers].filter(([name]) => !OWN.test(name));
    return { method, path, status: answer.status, headers };
  };
}

/** Headers of the connection or the content, or unique to one answer. */
const OWN =
  /^(connection|keep-alive|transfer-encoding|content-length|date|etag|x-request-id|cf-cache-status)$/;
