/** Drafts and the calendar, as the store keeps them. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { sampleEvents } from '#api/calendar/sample.ts';
import { calendarOf } from '#data/store/calendar.ts';
import { openDexieStore } from '#data/store/dexie.ts';
import { readDraft, writeDraft } from '#data/store/drafts.ts';
import type { Store } from '#data/store/port.ts';
import { START } from './sync-rig.ts';

let store: Store;
beforeEach(async () => {
  const indexedDB = new IDBFactory();
  store = await openDexieStore({ userId: 7, indexedDB, keyRange: IDBKeyRange, channel: null });
});

test('a draft is what was saved last under its key, and null where there is none', async () => {
  expect(await readDraft(store, 'form')).toBeNull();
  await writeDraft(store, 'form', { half: 'filled' });
  await writeDraft(store, 'other', '');
  await writeDraft(store, 'form', { half: 'changed' });
  expect(await readDraft(store, 'form')).toEqual({ half: 'changed' });
  expect(await readDraft(store, 'other')).toBe('');
});

test.each([null, undefined])('a draft of %s leaves no row', async (nothing) => {
  await writeDraft(store, 'form', 1);
  await writeDraft(store, 'form', nothing);
  expect(await store.read(['drafts'], (reading) => reading.count('drafts'))).toBe(0);
});

test('the calendar is the one that was kept, in a form that is known here', async () => {
  const read = () => store.read(['snapshots'], calendarOf);
  const keep = (overview: unknown) =>
    store.write(['snapshots'], (writing) =>
      writing.put('snapshots', [{ key: 'calendar', asOf: 5, overview }]),
    );
  expect(await read()).toBeNull();
  await keep({ form: 'another' });
  expect(await read()).toBeNull();
  const calendar = {
    date: new Date(START).toISOString(),
    sample: true,
    stale: false,
    events: sampleEvents(START),
  };
  await keep(calendar);
  expect(await read()).toEqual({ asOf: 5, calendar });
});
