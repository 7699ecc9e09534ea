/** Unknown users, deletions, restored servers, languages: who owns the data, and which side is right. */
import { describe, expect, test } from 'vitest';
import { patchFacts, readFacts, wipe } from '#device/store/facts.ts';
import { openMemoryStore } from '#device/store/memory.ts';
import { idOf, keep, type Rig, refusal, rig } from './sync-rig.ts';
import { settled, states, sync } from './sync-seen.ts';

const MINUTE = 60_000;

describe('identity', () => {
  test('404: registers, then retries', async () => {
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

  test('a server that never knows any user causes no endless loop', async () => {
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

  test('a deletion reported by a registration wipes older data', async () => {
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

  test('onboarding completed on another device after a deletion reaches this one with the next refresh', async () => {
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
  test('gets the lost records again, and the loss stays visible', async () => {
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

  test('that has grown since is detected all the same', async () => {
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

  test('that lost only a recent answer is detected, too', async () => {
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

describe('a server restored to before a deletion', () => {
  const deletions = (r: Rig) =>
    r.calls
      .filter(({ name }) => name === 'DELETE /api/user/{id}')
      .map(({ headers }) => headers['x-generation']);

  /** A user whose data were deleted here, and a server that lost the deletion. */
  async function forgotten(returned: boolean) {
    const r = rig();
    const device = await r.open();
    void device.completeOnboarding();
    await keep(r, device, 2);
    await settled(r);
    const before = r.ledger.events.length;
    void device.deleteMyData();
    await settled(r);
    if (returned) {
      void device.completeOnboarding();
      await keep(r, device, 1, 3);
      await settled(r);
    }
    r.ledger.cut(before);
    expect(r.ledger.state).toMatchObject({ deletions: 0, onboarded: true });
    return { r, device };
  }

  /** A server that reports the deletion to this call only, and is then restored from an earlier copy. */
  async function refusedAsDeleted(call: string) {
    const r = rig();
    const device = await r.open();
    void device.completeOnboarding();
    await settled(r);
    const before = r.ledger.events.length;
    r.ledger.apply({ type: 'delete_data' });
    r.script.set(call, () => refusal(410, 'data_deleted'));
    r.script.set('POST /api/user/register', () => refusal(503, 'unavailable'));
    async function restore(): Promise<void> {
      r.ledger.cut(before);
      r.script.clear();
      await r.pass(10 * MINUTE);
    }
    return { r, device, restore };
  }

  test('deletes again, and its old data let no user in', async () => {
    const { r, device } = await forgotten(false);
    r.wake('visible');
    await r.pass(2_000);
    expect(deletions(r)).toEqual(['0']);
    expect(r.ledger.state).toMatchObject({ deletions: 1, onboarded: false });
    expect(device.live.isNewUser.current()).toBe(true);
    expect(r.rows('records')).toEqual([]);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('deletes again even if this device only learned of the deletion', async () => {
    const { r, device, restore } = await refusedAsDeleted('POST /api/sync');
    await keep(r, device, 1);
    await r.pass(2_000);
    expect(r.rows('records')).toEqual([]);
    await restore();
    expect(deletions(r)).toEqual(['0']);
    expect(r.ledger.state).toMatchObject({ deletions: 1, onboarded: false });
  });

  test('deletes again if the answer to the deletion was lost and the next one confirmed it', async () => {
    const { r, device, restore } = await refusedAsDeleted('DELETE /api/user/{id}');
    void device.deleteMyData();
    await r.pass(2_000);
    await restore();
    expect(deletions(r)).toEqual(['0', '0']);
    expect(r.ledger.state).toMatchObject({ deletions: 1, onboarded: false });
  });

  test('repeats every deletion, also if the answer arrives after the wipe', async () => {
    const store = openMemoryStore();
    await patchFacts(store, { generation: 0 });
    expect(await wipe(store, 0, 1)).toBe(true);
    expect(await wipe(store, 0, 2)).toBe(false);
    expect((await readFacts(store)).deletionsSeen).toBe(2);
  });

  test('deletes again under a returned user, and gets data newer than the deletion', async () => {
    const { r, device } = await forgotten(true);
    r.wake('visible');
    await r.pass(3_000);
    expect(deletions(r)).toEqual(['0']);
    expect(r.ledger.state).toMatchObject({ deletions: 1, onboarded: true });
    expect(device.live.isNewUser.current()).toBe(false);
    expect(r.ledger.events.map(({ eventId }) => eventId)).toContain(idOf(3));
    expect(states(r)).toEqual(['counted']);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('that registers the user and then does not know them causes no endless loop', async () => {
    const { r, device } = await forgotten(false);
    r.script.set('DELETE /api/user/{id}', () => refusal(404, 'unknown_user'));
    r.wake('visible');
    await r.pass(1_000);
    expect(r.calls.length).toBeLessThan(20);
    expect(device.live.sync.current()).toMatchObject({ phase: 'waiting' });
    r.script.clear();
    await r.pass(10 * MINUTE);
    expect(r.ledger.state).toMatchObject({ deletions: 1, onboarded: false });
    expect(r.rows('outbox')).toEqual([]);
  });

  test('is called until it answers, and not after another device was faster', async () => {
    const { r } = await forgotten(false);
    r.script.set('DELETE /api/user/{id}', () => refusal(503, 'unavailable'));
    r.wake('visible');
    await r.pass(2_000);
    expect(r.rows('outbox')).toMatchObject([{ kind: 'delete', generation: 0 }]);
    r.ledger.apply({ type: 'delete_data' });
    r.script.set('DELETE /api/user/{id}', () => refusal(410, 'data_deleted'));
    await r.pass(10 * MINUTE);
    expect(r.ledger.state.deletions).toBe(1);
    expect(r.rows('outbox')).toEqual([]);
  });
});

describe('language', () => {
  test('comes from the server on a new device', async () => {
    const r = rig();
    r.ledger.language = 'ru';
    const device = await r.open();
    await r.pass(2_000);
    expect(device.live.language.current()).toBe('ru');
  });

  test("chosen here changes at once and beats the server's until it is sent", async () => {
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

  test('chosen again while the first choice is under way is sent, too', async () => {
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

  test('is sent with its time and yields to a later choice on another device', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.online = false;
    const chosenAt = r.time.now();
    void device.chooseLanguage('ru');
    await r.pass(5 * MINUTE);
    r.script.set('PATCH /api/user/language', () => ({ status: 200, body: { language_code: 'en' } }));
    r.online = true;
    r.wake('online');
    await r.pass(1_000);
    const [told] = r.calls.filter(({ name }) => name === 'PATCH /api/user/language');
    expect(told?.body).toMatchObject({ languageCode: 'ru', chosenAt: new Date(chosenAt).toISOString() });
    expect(Date.parse(String(told?.body?.['sentAt']))).toBeGreaterThan(chosenAt);
    expect(device.live.language.current()).toBe('en');
    expect(r.rows('outbox')).toEqual([]);
  });
});
