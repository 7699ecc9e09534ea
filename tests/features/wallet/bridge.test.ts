/** The bridge that tests use: delivery, expiry, refusals and outages. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bridge, startBridge } from '#tests/upstream/bridge.ts';
import { type HeardEvent, hearEvents } from '#tests/upstream/wallet/events.ts';

let now = 1_000_000;
let bridge: Bridge;
let ended: AbortController;
beforeEach(async () => {
  ended = new AbortController();
  bridge = await startBridge({ now: () => now, heartbeatMs: 5 });
});
afterEach(async () => {
  ended.abort();
  await bridge.stop();
});

const leave = (query: string, body = 'sealed') =>
  fetch(`${bridge.url}/message?${query}`, { method: 'POST', body });

/** Resolves with the first messages for a client. */
async function hear(query: string, count = 1): Promise<HeardEvent[]> {
  const heard: HeardEvent[] = [];
  await new Promise<void>((resolve, reject) => {
    hearEvents(`${bridge.url}/events?${query}`, ended.signal, (event) => {
      heard.push(event);
      if (heard.length === count) resolve();
    }).catch(reject);
  });
  return heard;
}

test('a listener gets a message at once, from any origin', async () => {
  const heard = hear('client_id=app,other');
  await expect.poll(() => bridge.isHeard('app')).toBe(true);
  const left = await leave('client_id=wallet&to=app&ttl=300&topic=sendTransaction');
  expect(left.status).toBe(200);
  expect(left.headers.get('access-control-allow-origin')).toBe('*');
  expect(await heard).toEqual([{ id: '1', data: JSON.stringify({ from: 'wallet', message: 'sealed' }) }]);
  expect(bridge.messages[0]).toMatchObject({ from: 'wallet', to: 'app', topic: 'sendTransaction' });
});

test('an unread message waits until it expires; a read one is not delivered again', async () => {
  await leave('client_id=wallet&to=app&ttl=10', 'first');
  await leave('client_id=wallet&to=app&ttl=300', 'second');
  await leave('client_id=wallet&to=app&ttl=300', 'third');
  expect((await hear('client_id=app', 3)).map(({ id }) => id)).toEqual(['1', '2', '3']);
  now += 10_000;
  expect((await hear('client_id=app', 2)).map(({ id }) => id)).toEqual(['2', '3']);
  expect((await hear('client_id=app&last_event_id=2')).map(({ id }) => id)).toEqual(['3']);
});

test('a request that breaks the protocol is refused', async () => {
  const faults = [
    'to=app&ttl=300',
    'client_id=wallet&ttl=300',
    'client_id=wallet&to=app',
    'client_id=wallet&to=app&ttl=301',
  ];
  for (const query of faults) expect((await leave(query)).status, query).toBe(400);
  expect((await fetch(`${bridge.url}/events`)).status).toBe(400);
  expect((await fetch(`${bridge.url}/elsewhere`)).status).toBe(404);
  expect((await fetch(`${bridge.url}/message`, { method: 'OPTIONS' })).status).toBe(204);
  expect(bridge.messages).toEqual([]);
});

test('heartbeats keep the line open, an outage cuts it, and waiting messages survive the outage', async () => {
  const answer = await fetch(`${bridge.url}/events?client_id=app`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let beat = 0; beat < 2; beat += 1) expect((await reader?.read())?.value).toContain('event: heartbeat');
  await leave('client_id=wallet&to=nobody&ttl=300');

  bridge.down();
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readOn()).rejects.toThrow();
  await expect(leave('client_id=wallet&to=app&ttl=300')).rejects.toThrow();
  await expect(hear('client_id=nobody')).rejects.toThrow();
  bridge.up();
  expect(await hear('client_id=nobody')).toHaveLength(1);
});
