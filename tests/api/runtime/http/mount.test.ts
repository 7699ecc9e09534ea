/** Every call of the contract is mounted, once, and its path refuses all other methods. */
import { expect, test } from 'vitest';
import { createApp } from '#api/app.ts';
import type { Ledger } from '#api/ledger/types.ts';
import type { Neighbours } from '#api/referrals/neighbours.ts';
import type { RequestLine } from '#api/runtime/http/endpoint.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { ANSWERS, PUBLIC_CALLS } from '#core/contract/answers.ts';
import { CALLS, type Call, FILES, SERVICE_CALLS } from '#core/contract/calls.ts';
import { CONFIG } from '#tests/api/support.ts';
import { START } from '#tests/support/deployment.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { commonParts } from '#tests/support/test-deployment.ts';

const CONTRACT: readonly Call[] = [CALLS, FILES, SERVICE_CALLS].flatMap((calls) => Object.values(calls));
const PATHS = [...new Set(CONTRACT.map(({ path }) => path))];
const lines: RequestLine[] = [];

/** The app without a ledger: no call of this file comes that far. */
function appOf(more: { webhook?: { secret: string; answer: () => Promise<null> } }) {
  const clock = { at: START, now: () => START };
  const onRequest = (line: RequestLine) => void lines.push(line);
  return createApp({
    ...commonParts({ config: CONFIG, clock, limiter: noLimits, onRequest }),
    ledger: {} as Ledger,
    neighbours: {} as Neighbours,
    sql: { get: () => undefined } as unknown as Sql,
    ...more,
  });
}
const app = appOf({ webhook: { secret: 'secret', answer: async () => null } });

async function ask(method: string, path: string) {
  const filled = path.replace('{id}', '42').replace(/\{\w+\}/g, 'x');
  const { status, headers } = await app.request(filled, { method });
  return { status, allow: headers.get('allow'), line: lines.at(-1) };
}

test('exactly the calls of the contract are mounted, each once', () => {
  const mounted = app.routes.map(({ method, path }) => `${method} ${path}`);
  const known = CONTRACT.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}[^/]*/g, ':$1')}`);
  expect(mounted.toSorted()).toEqual(known.toSorted());
  expect(new Set(mounted).size).toBe(mounted.length);
  expect(mounted.length).toBeGreaterThan(30);
});

test.each(CONTRACT)('$method $path answers, and is logged as the contract spells it', async (call) => {
  const { status, line } = await ask(call.method, call.path);
  expect(status).not.toBe(405);
  expect(status).not.toBe(500);
  expect(line).toMatchObject({ method: call.method, path: call.path });
  if (call.access === 'signed') expect(line?.code).toBe('launch_data_missing');
  if (call.access === 'secret') expect(line?.code).toBe('secret_invalid');
});

test.each(PATHS)('%s refuses another method and names its own', async (path) => {
  const methods = CONTRACT.filter((call) => call.path === path).map(({ method }) => method);
  const { status, allow, line } = await ask('PURGE', path);
  expect(status).toBe(405);
  expect(allow?.split(', ')).toEqual(
    methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)),
  );
  expect(line).toMatchObject({ path, code: 'method_not_allowed' });
});

test('the webhook is no path without its secret', async () => {
  const { status } = await appOf({}).request(SERVICE_CALLS.webhook.path, { method: 'PURGE' });
  expect(status).toBe(404);
});

test('the app on the phone signs exactly the calls that need it', () => {
  // A revealed plan is read by the page outside of the app.
  const open = Object.entries(CALLS).filter(([name, { access }]) => access !== 'signed' && name in ANSWERS);
  expect(PUBLIC_CALLS.toSorted()).toEqual(open.map(([name]) => name).toSorted());
});
