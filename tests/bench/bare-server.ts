/** The baseline for calls: the same HTTP stack with a handler that only parses and answers. Prints its port. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { CalculationBody } from '#core/contract/records.ts';
import { bareAnswer } from '#tests/bench/bare-answer.ts';

const END = { seq: 3, hash: '1eb9f7f0f1f1cd9ac1e9dd0b54b17ab39f0f9a0ed08bb5dba9fd5d1e9ff1bb2e', points: '1' };

const app = new Hono();
app.post(CALLS.calculation.path, async (context) => {
  const body = await context.req.json<CalculationBody>();
  return context.json(bareAnswer(body, END));
});
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`);
});
process.on('SIGTERM', () => server.close());
