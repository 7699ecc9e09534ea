/**
 * The usual way to do the same: Hono, `pg` and one stored function. Checks the same launch data, and answers after the commit.
 * Takes the folder of the database's socket; prints its port.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';
import { createAuthenticator } from '#api/auth/authenticate.ts';
import { launchKeys } from '#api/auth/launch-data.ts';
import { hmacBytes as hmac, sha256 } from '#api/runtime/hashing.ts';
import { CALLS } from '#core/contract/calls.ts';
import type { CalculationBody } from '#core/contract/records.ts';
import { pointsToWire } from '#core/points/format.ts';
import { bareAnswer } from '#tests/bench/bare-answer.ts';
import { BOT_TOKEN } from '#tests/support/server.ts';

/** Of 8, 16, 32 and 64 the fastest at 64 callers on two processors. */
const POOL = 16;

const clock = { now: () => Date.now() };
const keys = launchKeys(hmac, BOT_TOKEN);
const { fromHeader } = createAuthenticator({ keys, hmac, sha256, clock, maxAgeS: 86_400 });
const pool = new pg.Pool({
  host: process.argv[2],
  user: 'bench',
  database: 'postgres',
  max: POOL,
});

const app = new Hono();
app.post(CALLS.calculation.path, async (context) => {
  const sender = fromHeader(context.req.header('authorization'));
  if (!sender.ok) return context.json({ error: sender.error }, 401);
  const body = await context.req.json<CalculationBody>();
  if (body.userId !== sender.launch.user.id) return context.json({ error: 'not_your_account' }, 403);
  const { rows } = await pool.query<{
    answer: 'recorded' | 'duplicate';
    seq: number;
    hash: string;
    points: number;
  }>({
    name: 'append',
    text: 'SELECT * FROM append_calculation($1, $2, $3, $4, $5, $6, $7)',
    values: [
      body.userId,
      body.id,
      body.calculationType,
      Date.parse(body.occurredAt ?? ''),
      Date.parse(body.sentAt ?? ''),
      clock.now(),
      JSON.stringify(body.inputs),
    ],
  });
  const [row] = rows;
  if (row === undefined) return context.json({ error: 'unknown_user' }, 404);
  const { answer, seq, hash, points } = row;
  return context.json(bareAnswer(body, { seq, hash, points: pointsToWire(points) }, answer));
});
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`);
});
process.on('SIGTERM', () => server.close(() => void pool.end()));
