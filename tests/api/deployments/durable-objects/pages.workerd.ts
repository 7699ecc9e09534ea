/** Files of the app: the platform's store of them answers the edge, as `workerd.config.ts` fills it. */
import { expect, test } from 'vitest';
import { CONFIG, START } from '#tests/api/support.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { openWorkerdDeployment } from '#tests/support/workerd-deployment.ts';

test('a file of the app is served, and a missing one is 404, not the page of the store that says so', async () => {
  const clock: TestClock = { at: START, now: () => clock.at };
  const { fetch } = await openWorkerdDeployment({ config: CONFIG, clock, onRequest: () => {} });
  const ask = async (path: string) => {
    const response = await fetch(new Request(`https://irich.example${path}`));
    return [response.status, await response.text()];
  };
  expect(await ask('/')).toEqual([200, 'the page']);
  const [status, text] = await ask('/assets/gone-1.js');
  expect(status).toBe(404);
  expect(text).not.toContain('the page');
});
