/** The baseline for calls: the same HTTP stack with a handler that only parses and answers. Prints its port. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { CalculationAnswer, CalculationBody } from '#core/contract/records.ts';

const app = new Hono();
app.post(CALLS.calculation.path, async (context) => {
  const body = await context.req.json<CalculationBody>();
  return context.json(answer(body));
});
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`);
});
process.on('SIGTERM', () => server.close());

/** As long as a real answer, and serialized for each call like a real one. */
function answer({ id, userId }: CalculationBody): CalculationAnswer {
  return {
    id: id ?? '',
    answer: 'recorded',
    awarded: '1',
    reason: 'counted',
    seq: 3,
    profile: {
      id: userId,
      activity_points: '1',
      referral_points: '0',
      referral_activity_points: '0',
      referral_referral_points: '0',
      checkin_points: '0',
      balance: '1',
      badges: 'lev_1',
      earned: [{ id: 'lev_1', at: '2026-07-01T12:00:00.000Z' }],
      level: '1',
      is_premium: 0,
      wallet_address: null,
      friends: 0,
      referral_link: `https://t.me/irich_test_bot/app?startapp=${userId}`,
      streak: { current: 0, longest: 0, last_day: null, freezes: 0 },
      head: { seq: 3, hash: '1eb9f7f0f1f1cd9ac1e9dd0b54b17ab39f0f9a0ed08bb5dba9fd5d1e9ff1bb2e' },
      generation: 0,
      onboarded: true,
      edits: 0,
    },
  };
}
