/** A user object that does not answer: the edge reports it once and never repeats the call. */
import { expect, test } from 'vitest';
import { createEdge } from '#api/deployments/durable-objects/edge.ts';
import type { RequestLine } from '#api/runtime/http/endpoint.ts';
import { CONFIG, launchData } from '#tests/api/support.ts';
import { START } from '#tests/support/deployment.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { commonParts } from '#tests/support/test-deployment.ts';

test('the edge answers 503 unavailable and logs the reason without a token', async () => {
  const clock = { at: START, now: () => clock.at };
  const lines: RequestLine[] = [];
  const parts = commonParts({
    config: CONFIG,
    clock,
    limiter: noLimits,
    onRequest: (line) => lines.push(line),
  });
  let asked = 0;
  const edge = createEdge({
    ...parts,
    user: () => ({
      async answer() {
        asked += 1;
        throw new Error('Durable Object is overloaded.');
      },
    }),
  });
  const authorization = `tma ${launchData(42)}`;
  const answer = await edge(
    new Request('https://irich.example/api/user/42', { headers: { authorization } }),
    '',
  );
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({ error: { code: 'unavailable' } });
  expect(asked).toBe(1);
  expect(lines).toEqual([
    expect.objectContaining({
      method: 'GET',
      path: '/api/user/{id}',
      status: 503,
      user: 42,
      code: 'unavailable',
      fault: expect.stringContaining('overloaded'),
    }),
  ]);
});
