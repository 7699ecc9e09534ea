/** The log's files as c2sp.org/tlog-tiles wants them, asked from a page of another origin: type, caching, and who may read. */
import { describe, expect, test } from 'vitest';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { openObjectsDeployment } from '#tests/support/objects-deployment.ts';
import { type Open, publishing } from './publishing.ts';

const DEPLOYMENTS: readonly (readonly [string, Open])[] = [
  ['machine', (seams) => openMachineDeployment(seams)],
  ['objects', openObjectsDeployment],
];
const READER = { headers: { origin: 'https://reader.example', 'sec-fetch-mode': 'cors' } };
const OPEN_TO_ALL = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

describe.each(DEPLOYMENTS)('on %s', (_, open) => {
  test('a checkpoint is kept for seconds, a tile and its entries for good', async () => {
    const api = await publishing(open);
    await api.registered(42);
    await api.untilPublished(1);
    const headersOf = async (path: string, status: number) => {
      const answer = await api.send('GET', `/proof/${path}`, READER);
      expect(answer.status, path).toBe(status);
      return Object.fromEntries(answer.headers);
    };
    expect(await headersOf('checkpoint', 200)).toMatchObject({
      ...OPEN_TO_ALL,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=5',
    });
    for (const path of ['tile/0/000.p/2', 'tile/0/000.p/1', 'tile/entries/000.p/2'])
      expect(await headersOf(path, 200), path).toMatchObject({
        ...OPEN_TO_ALL,
        'content-type': 'application/octet-stream',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    // They will exist later: no cache may remember that they do not.
    for (const path of ['tile/0/000.p/3', 'tile/0/000', 'tile/entries/000', 'tile/1/000.p/1'])
      expect(await headersOf(path, 404), path).toMatchObject({ ...OPEN_TO_ALL, 'cache-control': 'no-store' });
  });
});
