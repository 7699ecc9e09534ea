/** What the sync sends in which order, and what each answer ends. */
import { describe, expect, test } from 'vitest';
import { CONTRACT_VERSION } from '#core/contract/version.ts';
import { type Call, idOf, keep, type Rig, refusal, rig } from './sync-rig.ts';
import { settled, states, sync } from './sync-seen.ts';

const MINUTE = 60_000;

describe('the order of commands', () => {
  test('is register, onboarding, language, records, deletions of records', async () => {
    const r = rig();
    r.online = false;
    const device = await r.open();
    await keep(r, device, 2);
    void device.deleteRecord(idOf(1));
    void device.chooseLanguage('ru');
    void device.completeOnboarding();
    await r.pass(MINUTE);
    expect(r.calls).toEqual([]);
    r.online = true;
    r.wake('online');
    await r.pass(MINUTE);
    expect(r.names().slice(0, 5)).toEqual([
      'POST /api/user/register',
      'POST /api/user/onboarding',
      'PATCH /api/user/language',
      'POST /api/sync',
      'DELETE /api/records/{id}/{recordId}',
    ]);
    expect(r.rows('outbox')).toEqual([]);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle', pending: 0 });
    // A record deleted before it was sent counts, without its inputs.
    expect(sync(r)[0]?.body.records).toMatchObject([{ id: idOf(1) }, { id: idOf(2), inputs: { number: 2 } }]);
    expect(sync(r)[0]?.body.records[0]).not.toHaveProperty('inputs');
    expect(states(r)).toEqual(['counted', 'counted']);
  });

  test('a refused command holds up no record', async () => {
    const r = rig();
    r.script.set('POST /api/user/onboarding', () => refusal(400, 'malformed'));
    const device = await r.open();
    void device.completeOnboarding();
    await keep(r, device, 1);
    await r.pass(MINUTE);
    expect(states(r)).toEqual(['counted']);
    expect(r.rows('outbox').map(({ key }) => key)).toEqual(['2:onboarding']);
  });

  test('every call is signed and carries the contract and the known deletions', async () => {
    const r = rig();
    const device = await r.open('query=ключ&hash=1');
    await keep(r, device, 1);
    await r.pass(MINUTE);
    const [first] = r.calls;
    expect(first?.headers).toMatchObject({
      authorization: 'tma query=%D0%BA%D0%BB%D1%8E%D1%87&hash=1',
      'x-contract-version': `${CONTRACT_VERSION}`,
    });
    expect(first?.headers).not.toHaveProperty('x-generation');
    expect(sync(r)[0]?.headers).toMatchObject({ 'x-generation': '0' });
    const market = r.calls.find(({ name }) => name === 'GET /api/market/overview');
    expect(market?.headers).not.toHaveProperty('authorization');
  });

  test('the first launch data go with a later registration if the first one failed', async () => {
    const r = rig();
    r.online = false;
    const first = await r.open('launch=first');
    await r.pass(100);
    first.close();
    const device = await r.open('launch=second');
    r.online = true;
    r.wake('online');
    await r.pass(MINUTE);
    expect(r.calls[0]?.headers['authorization']).toBe('tma launch=second');
    expect(r.calls[0]?.body).toEqual({ id: 42, firstLaunch: 'launch=first' });
    device.close();
    r.calls.length = 0;
    await r.open('launch=second');
    await r.pass(MINUTE);
    expect(r.names()).not.toContain('POST /api/user/register');
  });

  test('refused first launch data do not stop the registration', async () => {
    const r = rig();
    (await r.open('launch=first')).close();
    r.script.set('POST /api/user/register', ({ body }) =>
      body.firstLaunch === undefined
        ? r.ledger.answer({ name: 'POST /api/user/register', path: '', headers: {}, body })
        : refusal(400, 'first_launch_invalid'),
    );
    const device = await r.open('launch=second');
    await keep(r, device, 1);
    await r.pass(MINUTE);
    expect(states(r)).toEqual(['counted']);
  });
});

describe('batches', () => {
  test('hold at most 500 records, oldest first', async () => {
    const r = rig();
    r.online = false;
    const device = await r.open();
    await keep(r, device, 1_100);
    r.online = true;
    r.wake('online');
    await r.pass(MINUTE);
    expect(sync(r).map(({ body }) => body.records.length)).toEqual([500, 500, 100]);
    expect(sync(r)[0]?.body.records[0].id).toBe(idOf(1));
    expect(new Set(states(r))).toEqual(new Set(['counted']));
  });

  test('stay under the limit of a body', async () => {
    const r = rig();
    r.online = false;
    const device = await r.open();
    for (let number = 1; number <= 200; number++) {
      const inputs = { text: 'я'.repeat(950) };
      void device.record({ id: idOf(number), calculationType: 'RiskMoney', inputs });
    }
    await r.pass(0);
    r.online = true;
    r.wake('online');
    await r.pass(MINUTE);
    expect(sync(r).length).toBeGreaterThan(1);
    for (const { body } of sync(r)) {
      expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThan(256 * 1024);
    }
    expect(new Set(states(r))).toEqual(new Set(['counted']));
  });

  test('inputs larger than the server accepts stay here, and the record counts', async () => {
    const r = rig();
    const device = await r.open();
    const inputs = { text: 'x'.repeat(2_100) };
    void device.record({ id: idOf(1), calculationType: 'RiskMoney', inputs });
    await r.pass(MINUTE);
    expect(sync(r)[0]?.body.records[0]).not.toHaveProperty('inputs');
    expect(r.rows('records')[0]).toMatchObject({ state: 'counted', inputs });
  });

  test.each([400, 413])(
    'a batch refused with %s is halved down to the single faulty record',
    async (status) => {
      const r = rig();
      r.online = false;
      const device = await r.open();
      await keep(r, device, 20);
      r.online = true;
      r.script.set('POST /api/sync', (call) =>
        call.body.records.some(({ id }: { id: string }) => id === idOf(7))
          ? refusal(status, status === 400 ? 'malformed' : 'body_too_large')
          : r.ledger.answer(call),
      );
      r.wake('online');
      await r.pass(MINUTE);
      const rows = r.rows('records');
      expect(rows.filter(({ state }) => state === 'counted')).toHaveLength(19);
      expect(rows.find(({ id }) => id === idOf(7))).toMatchObject({
        state: 'not_counted',
        refusal: 'malformed',
      });
      expect(r.rows('outbox')).toEqual([]);
      expect(sync(r).length).toBeLessThan(20);
    },
  );

  test('a network too slow for a full batch gets smaller ones until one succeeds', async () => {
    const r = rig();
    r.online = false;
    const device = await r.open();
    await keep(r, device, 400);
    r.online = true;
    const carried: number[] = [];
    r.script.set('POST /api/sync', (call) => {
      if (call.body.records.length > 60) return null;
      carried.push(call.body.records.length);
      return r.ledger.answer(call);
    });
    r.wake('online');
    await r.pass(20 * MINUTE);
    expect(r.rows('outbox')).toEqual([]);
    expect(carried.reduce((sum, records) => sum + records, 0)).toBe(400);
    expect(Math.max(...carried)).toBeGreaterThan(20);
  });

  test('faulty inputs are left out before the record is given up', async () => {
    const r = rig();
    r.script.set('POST /api/sync', (call) =>
      JSON.stringify(call.body).includes('inputs') ? refusal(400, 'malformed') : r.ledger.answer(call),
    );
    const device = await r.open();
    await keep(r, device, 1);
    await r.pass(MINUTE);
    expect(r.rows('records')[0]).toMatchObject({ state: 'counted', inputs: { number: 1 } });
  });

  test('a server that refuses everything, even empty batches, makes the device give up no record', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => refusal(400, 'malformed'));
    await keep(r, device, 3);
    await r.pass(MINUTE);
    expect(states(r)).toEqual(['pending', 'pending', 'pending']);
    expect(device.live.sync.current()).toMatchObject({ phase: 'waiting', pending: 3 });
  });

  test('a record on which the server fails is postponed and holds up no other, now or later', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    const stumble = (call: Call) =>
      call.body.records.some(({ id }: { id: string }) => id === idOf(2))
        ? refusal(500, 'internal')
        : r.ledger.answer(call);
    r.script.set('POST /api/sync', stumble);
    await keep(r, device, 4);
    await r.pass(500);
    expect(states(r)).toEqual(['counted', 'pending', 'counted', 'counted']);
    r.calls.length = 0;
    await keep(r, device, 1, 5);
    await r.pass(200);
    expect(states(r)).toEqual(['counted', 'pending', 'counted', 'counted', 'counted']);
    expect(sync(r)).toHaveLength(1);
    r.script.clear();
    await r.pass(6 * MINUTE);
    expect(new Set(states(r))).toEqual(new Set(['counted']));
  });
});

describe('an answer for one record', () => {
  const answering = (r: Rig, result: object) =>
    r.script.set('POST /api/sync', ({ body }) => ({
      status: 200,
      body: {
        results: body.records.map(({ id }: { id: string }) => ({ id, ...result })),
        profile: r.ledger.profile(),
      },
    }));

  test.each([
    ['conflict', { answer: 'conflict' }, 'conflict'],
    ['rejected', { answer: 'rejected', reason: 'bad_time' }, 'bad_time'],
  ])('%s ends its stay in the outbox and says why', async (_, result, why) => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    answering(r, result);
    await keep(r, device, 1);
    await r.pass(1_000);
    expect(r.rows('records')[0]).toMatchObject({ state: 'not_counted', refusal: why, awarded: null });
    expect(r.rows('outbox')).toEqual([]);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle' });
  });

  test('shows its award, or why there is none', async () => {
    const r = rig();
    const device = await r.open();
    await keep(r, device, 31);
    await r.pass(MINUTE);
    const rows = r.rows('records');
    expect(rows[0]).toMatchObject({ state: 'counted', awarded: 1_000, reason: 'counted' });
    expect(rows.filter(({ awarded }) => awarded === 0)).toMatchObject([{ reason: 'daily_limit' }]);
  });

  test('does not end a revision made while it was under way', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    await keep(r, device, 1);
    await r.pass(5);
    void device.reviseRecord(idOf(1), { number: 'newer' });
    await r.pass(1_000);
    const sent = sync(r).map(({ body }) => body.records[0]);
    expect(sent).toMatchObject([
      { revision: 0, inputs: { number: 1 } },
      { revision: 1, inputs: { number: 'newer' } },
    ]);
    expect(r.rows('outbox')).toEqual([]);
    expect(r.rows('records')[0]).toMatchObject({ state: 'counted', revision: 1 });
  });

  test('a refused later revision leaves the counted record counted', async () => {
    const r = rig();
    const device = await r.open();
    await keep(r, device, 1);
    await settled(r);
    answering(r, { answer: 'rejected', reason: 'bad_inputs' });
    void device.reviseRecord(idOf(1), { number: 2 });
    await r.pass(1_000);
    expect(r.rows('records')[0]).toMatchObject({ state: 'counted', awarded: 1_000 });
    expect(r.rows('outbox')).toEqual([]);
  });
});
