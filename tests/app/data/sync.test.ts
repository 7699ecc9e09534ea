/** What the sync does with each answer of the server, and with none. */
import { describe, expect, test } from 'vitest';
import { type Call, idOf, keep, type Rig, refusal, rig } from './sync-rig.ts';

const MINUTE = 60_000;

/** Everything answered so far. */
async function settled(rig: Rig): Promise<void> {
  await rig.pass(5_000);
  rig.calls.length = 0;
}

const sync = (r: Rig) => r.calls.filter(({ name }) => name === 'POST /api/sync');
const states = (r: Rig) => r.rows('records').map(({ state }) => state);

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
    // Deleted before it was sent: it counts all the same, without what was typed in.
    expect(sync(r)[0]?.body.records).toMatchObject([{ id: idOf(1) }, { id: idOf(2), inputs: { number: 2 } }]);
    expect(sync(r)[0]?.body.records[0]).not.toHaveProperty('inputs');
    expect(states(r)).toEqual(['counted', 'counted']);
  });

  test('a command that the server refuses holds up no record', async () => {
    const r = rig();
    r.script.set('POST /api/user/onboarding', () => refusal(400, 'malformed'));
    const device = await r.open();
    void device.completeOnboarding();
    await keep(r, device, 1);
    await r.pass(MINUTE);
    expect(states(r)).toEqual(['counted']);
    expect(r.rows('outbox').map(({ key }) => key)).toEqual(['2:onboarding']);
  });

  test('every call is signed, names the contract and the deletions known', async () => {
    const r = rig();
    const device = await r.open('query=ключ&hash=1');
    await keep(r, device, 1);
    await r.pass(MINUTE);
    const [first] = r.calls;
    expect(first?.headers).toMatchObject({
      authorization: 'tma query=%D0%BA%D0%BB%D1%8E%D1%87&hash=1',
      'x-contract-version': '1',
    });
    expect(first?.headers).not.toHaveProperty('x-generation');
    expect(sync(r)[0]?.headers).toMatchObject({ 'x-generation': '0' });
    const market = r.calls.find(({ name }) => name === 'GET /api/market/overview');
    expect(market?.headers).not.toHaveProperty('authorization');
  });

  test('the first launch data go with a later registration, whatever happened to the first', async () => {
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

  test('first launch data that the server refuses do not stop the registration', async () => {
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

  test('inputs larger than the server takes stay here, and the record counts', async () => {
    const r = rig();
    const device = await r.open();
    const inputs = { text: 'x'.repeat(2_100) };
    void device.record({ id: idOf(1), calculationType: 'RiskMoney', inputs });
    await r.pass(MINUTE);
    expect(sync(r)[0]?.body.records[0]).not.toHaveProperty('inputs');
    expect(r.rows('records')[0]).toMatchObject({ state: 'counted', inputs });
  });

  test.each([400, 413])(
    'a batch refused with %s is halved down to the one record at fault',
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

  test('inputs at fault are left out before the record is given up', async () => {
    const r = rig();
    r.script.set('POST /api/sync', (call) =>
      JSON.stringify(call.body).includes('inputs') ? refusal(400, 'malformed') : r.ledger.answer(call),
    );
    const device = await r.open();
    await keep(r, device, 1);
    await r.pass(MINUTE);
    expect(r.rows('records')[0]).toMatchObject({ state: 'counted', inputs: { number: 1 } });
  });

  test('a server that refuses everything, empty batches too, makes nobody give a record up', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => refusal(400, 'malformed'));
    await keep(r, device, 3);
    await r.pass(MINUTE);
    expect(states(r)).toEqual(['pending', 'pending', 'pending']);
    expect(device.live.sync.current()).toMatchObject({ phase: 'waiting', pending: 3 });
  });

  test('a record that the server stumbles over is put off, and holds up no other, now or later', async () => {
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

  test('shows what it was awarded, or why nothing', async () => {
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

  test('a later revision that is refused leaves counted what was counted', async () => {
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

describe('without an answer', () => {
  test('everything is kept and tried again by itself, and offline ends with the first answer', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.online = false;
    await keep(r, device, 2);
    await r.pass(1_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'offline', pending: 2 });
    const since = device.live.sync.current()?.offlineSince;
    await r.pass(10 * MINUTE);
    expect(device.live.sync.current()).toMatchObject({ phase: 'offline', offlineSince: since, pending: 2 });
    r.online = true;
    // Nobody says that the network is back.
    await r.pass(31_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle', pending: 0, offlineSince: null });
    expect(states(r)).toEqual(['counted', 'counted']);
  });

  test('waiting grows, with chance in it, and a word of the browser ends it at once', async () => {
    const r = rig();
    r.online = false;
    const device = await r.open();
    await r.pass(5 * MINUTE);
    const retryAt = device.live.sync.current()?.retryAt ?? 0;
    expect(retryAt - r.time.now()).toBeGreaterThan(0);
    r.online = true;
    r.wake('online');
    await r.pass(500);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle' });
  });

  test('an answer that never comes is given up after a while', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => null);
    await keep(r, device, 1);
    await r.pass(19_000);
    expect(device.live.sync.current()?.phase).toBe('sending');
    await r.pass(2_000);
    expect(device.live.sync.current()?.phase).toBe('offline');
    r.script.clear();
    await r.pass(MINUTE);
    expect(states(r)).toEqual(['counted']);
  });

  test('a page of somebody else is no answer: everything is kept', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => ({ status: 200, body: '<html>log in</html>' }));
    await keep(r, device, 1);
    await r.pass(1_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'waiting', pending: 1 });
    expect(states(r)).toEqual(['pending']);
  });
});

describe('a refusal of the whole call keeps everything:', () => {
  test.each([
    ['401 expired asks for a reopening', 401, 'launch_data_expired', 'reopen'],
    ['401 invalid too', 401, 'launch_data_invalid', 'reopen'],
    ['403 waits', 403, 'not_your_account', 'waiting'],
    ['426 asks for an update', 426, 'client_outdated', 'outdated'],
    ['503 server_older says so', 503, 'server_older', 'server_older'],
    ['503 storage_full waits', 503, 'storage_full', 'waiting'],
    ['500 waits', 500, 'internal', 'waiting'],
  ] as const)('%s', async (_, status, code, phase) => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => refusal(status, code));
    await keep(r, device, 2);
    await r.pass(1_000);
    expect(device.live.sync.current()).toMatchObject({ phase, pending: 2 });
    expect(states(r)).toEqual(['pending', 'pending']);
    expect(device.live.sync.current()?.retryAt).not.toBeNull();
    r.script.clear();
    await r.pass(6 * MINUTE);
    expect(states(r)).toEqual(['counted', 'counted']);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle', pending: 0 });
  });

  test('429 leaves the server alone for as long as it asks, whatever happens', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => refusal(429, 'rate_limited', { 'retry-after': '90' }));
    await keep(r, device, 1);
    await r.pass(1_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'waiting', pending: 1 });
    r.script.clear();
    r.calls.length = 0;
    r.wake('online');
    r.wake('visible');
    await keep(r, device, 1, 2);
    void device.syncNow();
    await r.pass(85_000);
    expect(r.calls).toEqual([]);
    await r.pass(10_000);
    expect(states(r)).toEqual(['counted', 'counted']);
  });

  test('a server in trouble is left in peace by new calculations, not by somebody who comes back', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => refusal(503, 'unavailable'));
    await keep(r, device, 1);
    await r.pass(MINUTE);
    r.calls.length = 0;
    await keep(r, device, 5, 2);
    await r.pass(100);
    expect(sync(r)).toHaveLength(0);
    r.script.clear();
    r.wake('visible');
    await r.pass(1_000);
    expect(new Set(states(r))).toEqual(new Set(['counted']));
  });
});

describe('identity', () => {
  test('404: registers, then tries again', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    await keep(r, device, 1);
    await r.pass(1_000);
    r.calls.length = 0;
    r.ledger.cut(0);
    await keep(r, device, 1, 2);
    await r.pass(2_000);
    expect(r.names().slice(0, 3)).toEqual(['POST /api/sync', 'POST /api/user/register', 'POST /api/sync']);
    expect(states(r)).toEqual(['counted', 'counted']);
    expect(r.ledger.events.map(({ eventId }) => eventId)).toEqual(['registered', idOf(2), idOf(1)]);
  });

  test('a server that never knows anybody is not asked in circles', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => refusal(404, 'unknown_user'));
    await keep(r, device, 1);
    await r.pass(1_000);
    expect(r.calls.length).toBeLessThan(20);
    expect(device.live.sync.current()).toMatchObject({ phase: 'waiting', pending: 2 });
  });

  test('410: wipes, registers, and stops until onboarding is completed again', async () => {
    const r = rig();
    const device = await r.open();
    void device.completeOnboarding();
    await keep(r, device, 2);
    void device.saveDraft('form', { half: 'filled' });
    await settled(r);
    r.ledger.apply({ type: 'delete_data' });
    r.script.set('POST /api/sync', () => refusal(410, 'data_deleted'));
    await keep(r, device, 1, 3);
    await r.pass(1_000);
    expect(r.rows('records')).toEqual([]);
    expect(device.live.isNewUser.current()).toBe(true);
    expect(device.live.profile.current()?.userId).toBe(42);
    expect([...(r.database.tables.get('drafts')?.keys() ?? [])]).toEqual([]);
    r.script.clear();
    r.calls.length = 0;
    await keep(r, device, 1, 4);
    await r.pass(1_000);
    expect(sync(r)).toHaveLength(0);
    expect(states(r)).toEqual(['pending']);
    void device.completeOnboarding();
    await r.pass(1_000);
    expect(device.live.isNewUser.current()).toBe(false);
    expect(states(r)).toEqual(['counted']);
  });

  test('a deletion that a registration tells of wipes what is older than it', async () => {
    const r = rig();
    let device = await r.open('launch=1');
    void device.completeOnboarding();
    await keep(r, device, 1);
    await settled(r);
    device.close();
    r.ledger.apply({ type: 'delete_data' });
    r.ledger.apply({ type: 'complete_onboarding' });
    device = await r.open('launch=2');
    await r.pass(1_000);
    expect(r.rows('records')).toEqual([]);
    expect(device.live.isNewUser.current()).toBe(false);
  });

  test('another device completes onboarding after a deletion: coming back to this one tells it', async () => {
    const r = rig();
    const device = await r.open();
    void device.completeOnboarding();
    await settled(r);
    r.ledger.apply({ type: 'delete_data' });
    r.script.set('GET /api/user/{id}', () => refusal(410, 'data_deleted'));
    r.wake('visible');
    await r.pass(1_000);
    expect(device.live.isNewUser.current()).toBe(true);
    r.script.clear();
    r.ledger.apply({ type: 'complete_onboarding' });
    r.wake('visible');
    await r.pass(1_000);
    expect(device.live.isNewUser.current()).toBe(false);
  });
});

describe('a restored server', () => {
  test('gets again what it lost, and that it lost something is said for good', async () => {
    const r = rig();
    const device = await r.open();
    void device.completeOnboarding();
    await keep(r, device, 6);
    await settled(r);
    const seen = r.ledger.state.head.seq;
    r.ledger.cut(4);
    r.wake('visible');
    await r.pass(2_000);
    const records = r.ledger.events.filter(({ type }) => type === 'CalculationRecorded.v1');
    expect(new Set(records.map(({ eventId }) => eventId))).toEqual(new Set([1, 2, 3, 4, 5, 6].map(idOf)));
    expect(new Set(states(r))).toEqual(new Set(['counted']));
    expect(device.live.restored.current()).toMatchObject([
      { commonSeq: 4, eventsLost: seen - 4, recordsResent: 4 },
    ]);
    device.close();
    const again = await r.open();
    await r.pass(2_000);
    expect(again.live.restored.current()).toHaveLength(1);
  });

  test('that has grown on since is noticed all the same', async () => {
    const r = rig();
    const device = await r.open();
    await keep(r, device, 5);
    await settled(r);
    r.ledger.cut(3);
    for (let number = 100; number < 110; number++) {
      const occurredAt = r.time.now();
      r.ledger.apply({
        type: 'record_calculation',
        recordId: idOf(number),
        calculationType: 'Staking',
        occurredAt,
        sentAt: null,
      });
    }
    r.wake('visible');
    await r.pass(2_000);
    expect(device.live.restored.current()).toMatchObject([{ commonSeq: 3, recordsResent: 3 }]);
    expect(new Set(states(r))).toEqual(new Set(['counted']));
  });

  test('that lost only what was answered a moment ago is noticed too', async () => {
    const r = rig();
    const device = await r.open();
    await keep(r, device, 2);
    await settled(r);
    const before = r.ledger.events.length;
    r.script.set('GET /api/ledger/{id}', () => refusal(503, 'unavailable'));
    await keep(r, device, 1, 3);
    await r.pass(1_000);
    expect(r.rows('records').at(-1)).toMatchObject({ state: 'counted', unconfirmed: 1 });
    r.ledger.cut(before);
    r.ledger.apply({
      type: 'record_calculation',
      recordId: idOf(99),
      calculationType: 'Staking',
      occurredAt: r.time.now(),
      sentAt: null,
    });
    r.script.clear();
    r.wake('visible');
    await r.pass(2_000);
    expect(r.ledger.events.map(({ eventId }) => eventId)).toContain(idOf(3));
    expect(device.live.restored.current()).toMatchObject([{ commonSeq: before, recordsResent: 1 }]);
  });

  test('gets onboarding and a chosen language again', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    void device.completeOnboarding();
    void device.chooseLanguage('ru');
    await keep(r, device, 1);
    await settled(r);
    r.ledger.cut(1);
    r.ledger.language = null;
    r.wake('visible');
    await r.pass(2_000);
    expect(r.ledger.state.onboarded).toBe(true);
    expect(r.ledger.language).toBe('ru');
    expect(device.live.isNewUser.current()).toBe(false);
  });
});

describe('language', () => {
  test('is the server’s on a new device', async () => {
    const r = rig();
    r.ledger.language = 'ru';
    const device = await r.open();
    await r.pass(2_000);
    expect(device.live.language.current()).toBe('ru');
  });

  test('chosen here changes at once, and beats the server’s until it is sent', async () => {
    const r = rig();
    r.ledger.language = 'en';
    r.script.set('PATCH /api/user/language', () => refusal(503, 'unavailable'));
    const device = await r.open();
    await r.pass(0);
    void device.chooseLanguage('ru');
    await r.pass(0);
    expect(device.live.language.current()).toBe('ru');
    await r.pass(MINUTE);
    expect(device.live.language.current()).toBe('ru');
    r.script.clear();
    await r.pass(6 * MINUTE);
    expect(r.ledger.language).toBe('ru');
    expect(r.rows('outbox')).toEqual([]);
  });

  test('chosen again while the first choice is under way is sent too', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    void device.chooseLanguage('ru');
    await r.pass(5);
    void device.chooseLanguage('en');
    await r.pass(1_000);
    expect(r.ledger.language).toBe('en');
    expect(r.rows('outbox')).toEqual([]);
  });
});
