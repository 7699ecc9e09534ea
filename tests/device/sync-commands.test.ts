/** How each command ends by the server's answer, and which commands hold up others. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import {
  beginLaunch,
  chooseLanguage,
  completeOnboarding,
  patchFacts,
  readFacts,
} from '#device/store/facts.ts';
import { addRecord, deleteRecord } from '#device/store/records.ts';
import { chooseSettings } from '#device/store/settings.ts';
import type { SyncContext } from '#device/sync/context.ts';
import { sendOutbox } from '#device/sync/send-commands.ts';
import { contextOf, LAUNCH, registered, soon } from './sync-context.ts';
import { type Call, idOf, type Rig, refusal } from './sync-rig.ts';

const REGISTER = 'POST /api/user/register';
const ONBOARDING = 'POST /api/user/onboarding';
const LANGUAGE = 'PATCH /api/user/language';
const SYNC = 'POST /api/sync';
const ERASE = 'DELETE /api/records/{id}/{recordId}';

let on: Rig;
let context: SyncContext;
beforeEach(async () => {
  on = registered();
  context = contextOf(on);
  await patchFacts(context.store, { generation: 0 });
});

const send = () => soon(on, sendOutbox(context));
const waiting = () => on.rows('outbox').map(({ key }) => key);
const keep = (number: number) =>
  addRecord(context.store, { id: idOf(number), calculationType: 'RiskMoney', inputs: { number } }, number);
/** Sent before and deleted since. */
async function erase(...numbers: number[]): Promise<void> {
  for (const number of numbers) {
    await keep(number);
    await deleteRecord(context.store, idOf(number));
  }
  await context.store.write(['outbox'], (writing) =>
    writing.remove(
      'outbox',
      numbers.map((number) => `4:record:${idOf(number)}`),
    ),
  );
}
/** Refuses the call if it is about this record. */
const refuse = (name: string, number: number, status: number, code: string) =>
  on.script.set(name, (call) =>
    JSON.stringify([call.path, call.body]).includes(idOf(number))
      ? refusal(status, code)
      : on.ledger.answer(call),
  );

test('an empty outbox causes no call', async () => {
  expect(await send()).toBeNull();
  expect(on.calls).toEqual([]);
});

describe('a registration', () => {
  test('with the launch data of the first start sends them once', async () => {
    await beginLaunch(context.store, LAUNCH);
    expect(await send()).toBeNull();
    expect(on.calls.map(({ body }) => body)).toEqual([{ id: 42 }]);
    expect(await readFacts(context.store)).toMatchObject({ registeredWith: LAUNCH });
  });

  test.each([
    ['first_launch_invalid', [{ id: 42, firstLaunch: 'launch=0' }, { id: 42 }], null],
    ['malformed', [{ id: 42, firstLaunch: 'launch=0' }], { type: 'waiting', retryAfterMs: null }],
  ] as const)('refused as %s is tried as %j', async (code, bodies, stop) => {
    await patchFacts(context.store, { firstLaunch: 'launch=0' });
    await beginLaunch(context.store, LAUNCH);
    on.script.set(REGISTER, (call) =>
      call.body.firstLaunch === undefined ? on.ledger.answer(call) : refusal(400, code),
    );
    expect(await send()).toEqual(stop);
    expect(on.calls.map(({ body }) => body)).toEqual(bodies);
    expect(waiting()).toEqual(stop === null ? [] : ['1:register']);
  });

  test('without an answer is not repeated without the first launch data', async () => {
    await patchFacts(context.store, { firstLaunch: 'launch=0' });
    await beginLaunch(context.store, LAUNCH);
    on.online = false;
    expect(await send()).toEqual({ type: 'offline' });
    expect(waiting()).toEqual(['1:register']);
  });
});

describe('onboarding', () => {
  beforeEach(() => completeOnboarding(context.store, LAUNCH));

  test('sends the known deletions', async () => {
    expect(await send()).toBeNull();
    expect(on.calls).toMatchObject([
      { name: ONBOARDING, body: { userId: 42 }, headers: { 'x-generation': '0' } },
    ]);
    expect(waiting()).toEqual([]);
  });

  test('that the server refuses temporarily holds up later commands', async () => {
    await keep(1);
    on.script.set(ONBOARDING, () => refusal(503, 'unavailable', { 'retry-after': '7' }));
    expect(await send()).toEqual({ type: 'waiting', retryAfterMs: 7_000 });
    expect(on.names()).toEqual([ONBOARDING]);
    expect(waiting()).toEqual(['2:onboarding', `4:record:${idOf(1)}`]);
  });

  test('that the server refuses is sent once and holds up nothing', async () => {
    await chooseLanguage(context.store, 'ru', 5);
    await keep(1);
    on.script.set(ONBOARDING, () => refusal(422, 'malformed'));
    expect(await send()).toBeNull();
    expect(on.names()).toEqual([ONBOARDING, LANGUAGE, SYNC]);
    expect(waiting()).toEqual(['2:onboarding']);
    expect(on.logs).toEqual(['The server refused to complete onboarding']);
  });
});

describe('a language', () => {
  test('is sent with the times of the choice and of the call', async () => {
    await chooseLanguage(context.store, 'ru', 5);
    const sentAt = on.time.now();
    expect(await send()).toBeNull();
    expect(on.calls).toMatchObject([{ headers: { 'x-generation': '0' } }]);
    expect(on.calls[0]?.body).toEqual({
      id: 42,
      languageCode: 'ru',
      chosenAt: new Date(5).toISOString(),
      sentAt: new Date(sentAt).toISOString(),
    });
  });

  test('stored by an earlier version without a time is sent without one', async () => {
    await context.store.write(['outbox'], (writing) =>
      writing.put('outbox', [{ key: '3:language', kind: 'language', language: 'en' }]),
    );
    expect(await send()).toBeNull();
    expect(on.calls.map(({ body }) => body)).toEqual([{ id: 42, languageCode: 'en' }]);
    expect(waiting()).toEqual([]);
  });

  test.each([
    [400, null, []],
    [503, { type: 'waiting', retryAfterMs: null }, ['3:language']],
  ] as const)('refused with %i: %j', async (status, stop, left) => {
    await chooseLanguage(context.store, 'ru', 5);
    on.script.set(LANGUAGE, () => refusal(status, 'malformed'));
    expect(await send()).toEqual(stop);
    expect(waiting()).toEqual(left);
    // It stays the language of this device.
    expect(await readFacts(context.store)).toMatchObject({ language: 'ru', languageChosen: true });
    expect(on.logs).toEqual(stop === null ? ['The server refused the language'] : []);
  });

  test('of a newer version, which another device chose later, holds up nothing and changes nothing here', async () => {
    await chooseLanguage(context.store, 'ru', 5);
    on.script.set(LANGUAGE, () => ({ status: 200, body: { language_code: 'xx' } }));
    expect(await send()).toBeNull();
    expect(waiting()).toEqual([]);
    expect(await readFacts(context.store)).toMatchObject({ language: 'ru', languageChosen: true });
  });
});

test('after a deletion nothing is sent until onboarding is completed again, and then that is', async () => {
  await patchFacts(context.store, { generation: 1, serverOnboarded: false });
  on.ledger.apply({ type: 'delete_data' });
  await chooseLanguage(context.store, 'ru', 5);
  await keep(1);
  await erase(2);
  expect(await send()).toEqual({ type: 'paused' });
  expect(on.calls).toEqual([]);
  await context.store.write(['outbox'], (writing) => writing.remove('outbox', ['3:language']));
  expect(await send()).toEqual({ type: 'paused' });
  expect(on.calls).toEqual([]);
  await completeOnboarding(context.store, LAUNCH);
  expect(await send()).toBeNull();
  expect(on.names()).toEqual([ONBOARDING, SYNC, ERASE]);
});

describe('an erasure', () => {
  test('sends the record and the known deletions, and ends when the server has done it or knows no such record', async () => {
    await erase(1, 2);
    refuse(ERASE, 2, 404, 'not_found');
    expect(await send()).toBeNull();
    expect(on.calls.map(({ path, headers }) => [path, headers['x-generation']])).toEqual([
      [`/api/records/42/${idOf(1)}?upTo=0&known=0`, '0'],
      [`/api/records/42/${idOf(2)}?upTo=0&known=0`, '0'],
    ]);
    expect(waiting()).toEqual([]);
    expect(on.logs).toEqual([]);
  });

  test('that the server refuses is sent once a round and holds up no other', async () => {
    await erase(1, 2, 3);
    refuse(ERASE, 2, 400, 'malformed');
    expect(await send()).toBeNull();
    expect(on.names()).toEqual([ERASE, ERASE, ERASE]);
    expect(waiting()).toEqual([`5:erase:${idOf(2)}`]);
    expect(on.logs).toEqual([`The server refused to delete record ${idOf(2)}`]);
    on.script.clear();
    expect(await send()).toBeNull();
    expect(waiting()).toEqual([]);
  });

  test.each([
    ['an unknown user', 404, 'unknown_user', { type: 'unregistered' }],
    ['deleted data', 410, 'data_deleted', { type: 'deleted', generation: 0 }],
    ['trouble', 500, 'internal', { type: 'waiting', retryAfterMs: null }],
  ] as const)('answered with %s stops the round', async (_, status, code, stop) => {
    await erase(1, 2, 3);
    refuse(ERASE, 2, status, code);
    expect(await send()).toEqual(stop);
    expect(waiting()).toEqual([`5:erase:${idOf(2)}`, `5:erase:${idOf(3)}`]);
  });

  test('comes after every record, in as many batches as needed', async () => {
    await erase(...Array.from({ length: 120 }, (_, index) => index + 1));
    await keep(200);
    expect(await send()).toBeNull();
    expect(on.names()[0]).toBe(SYNC);
    expect(on.names().slice(1)).toEqual(Array.from({ length: 120 }, () => ERASE));
    expect(waiting()).toEqual([]);
  });
});

describe('a record on which the server fails', () => {
  const stumble = (call: Call) =>
    call.body.records.length === 0 ? on.ledger.answer(call) : refusal(500, 'internal');

  beforeEach(async () => {
    await keep(1);
    await erase(2);
    await patchFacts(context.store, { settings: DEFAULT_SETTINGS });
    await chooseSettings(context.store, { quiet: null }, false, 5);
  });

  test('holds up no erasure and no settings', async () => {
    on.script.set(SYNC, stumble);
    expect(await send()).toEqual({ type: 'put_off' });
    expect(waiting()).toEqual([`4:record:${idOf(1)}`]);
    expect(on.ledger.settings.quiet).toBeNull();
  });

  test('shows no more than an erasure that cannot be made', async () => {
    on.script.set(SYNC, stumble);
    on.script.set(ERASE, () => refusal(503, 'server_older'));
    expect(await send()).toEqual({ type: 'server_older' });
    expect(waiting()).toEqual([`4:record:${idOf(1)}`, `5:erase:${idOf(2)}`, '6:settings']);
  });

  test('together with all others stops the round before erasures', async () => {
    on.script.set(SYNC, () => refusal(503, 'unavailable'));
    expect(await send()).toEqual({ type: 'waiting', retryAfterMs: null });
    expect(on.names()).toEqual([SYNC]);
  });
});

describe('a deletion that a restored server lost', () => {
  const command = { key: '0:delete', kind: 'delete', generation: 0 } as const;
  const DELETE = 'DELETE /api/user/{id}';

  beforeEach(async () => {
    await patchFacts(context.store, { generation: 1, deletionsSeen: 1, deletionProof: '1.proof' });
    await context.store.write(['outbox'], (writing) => writing.put('outbox', [command]));
  });

  test('comes first, for the deletions that the server knows, with its proof', async () => {
    expect(await send()).toEqual({ type: 'paused' });
    expect(on.names()).toEqual([DELETE, REGISTER]);
    // No earlier launch data name the user any more.
    expect(on.calls[1]?.body).toEqual({ id: 42 });
    expect(on.calls[0]?.headers).toMatchObject({ 'x-generation': '0', 'x-deletion-proof': '1.proof' });
    expect(on.logs).toEqual(['A restored server has lost a deletion; the data are deleted again']);
  });

  test.each([
    // The server is restored once more before the registration.
    [410, 'data_deleted', { type: 'waiting', retryAfterMs: null }, ['0:delete']],
    [404, 'unknown_user', { type: 'unregistered' }, ['1:register']],
    [403, 'launch_data_stale', { type: 'reopen' }, ['0:delete']],
    [503, 'unavailable', { type: 'waiting', retryAfterMs: null }, ['0:delete']],
    // As a proxy may answer.
    [410, 'gone', { type: 'waiting', retryAfterMs: null }, ['0:delete']],
  ] as const)('answered with %i %s: %j', async (status, code, stop, left) => {
    on.script.set(DELETE, () => refusal(status, code));
    expect(await send()).toEqual(stop);
    expect(waiting()).toEqual(left);
  });

  test('is not forgotten if its answer is lost and the server is restored again', async () => {
    on.script.set(DELETE, () => refusal(410, 'data_deleted'));
    await send();
    expect((await readFacts(context.store)).deletionsSeen).toBe(1);
    on.script.delete(DELETE);
    await send();
    expect(on.names().at(-2)).toBe(DELETE);
    expect(on.ledger.state.deletions).toBe(1);
  });

  test('that was done meanwhile ends with the registration', async () => {
    on.ledger.apply({ type: 'delete_data' });
    expect(await send()).toEqual({ type: 'paused' });
    expect(on.names()).toEqual([DELETE, REGISTER]);
    expect(waiting()).toEqual([]);
    expect(await readFacts(context.store)).toMatchObject({ generation: 1, deletionsSeen: 1 });
  });

  test('without an answer waits', async () => {
    on.online = false;
    expect(await send()).toEqual({ type: 'offline' });
    expect(waiting()).toEqual(['0:delete']);
  });
});
