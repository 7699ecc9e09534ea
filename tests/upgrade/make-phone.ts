/** Writes the phone's part of the fixture: see `make-fixture.ts`. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { dumpDatabase, phonePorts, sha256 } from './phone.ts';
import { CLARA, type Clock, idOf, launchOf, SIX } from './scenario.ts';

/** Imports a file of that version. */
// biome-ignore lint/suspicious/noExplicitAny: the code of another version
export type Load = (path: string) => Promise<any>;

/** Clara's phone, by the device code of another version: synced, then used without a network. */
export async function makePhone(load: Load, clock: Clock, send: (request: Request) => Promise<Response>) {
  const { openDexieStore, databaseName } = await load('src/data/store/dexie.ts');
  const { createDevice } = await load('src/data/create-device.ts');
  const { ASKED } = await load('src/data/asked.ts');
  const { verifierInPlace } = await load('src/data/verify/port.ts');
  const { summaryOf } = await load('src/features/history/summary.ts');

  const indexedDB = new IDBFactory();
  const store = await openDexieStore({ userId: CLARA.id, indexedDB, keyRange: IDBKeyRange, channel: null });
  let isOnline = true;
  const ports = phonePorts({
    userId: CLARA.id,
    launchData: launchOf(CLARA, clock.at),
    clock,
    async fetch(path, init) {
      if (!isOnline) throw new TypeError('no network');
      return send(new Request(`https://irich.example${path}`, init));
    },
  });
  const device = await createDevice({
    ...ports,
    store,
    verifier: verifierInPlace(sha256),
    fetchAsked: async () => ASKED,
  });
  await device.syncNow();
  await device.record({ id: idOf(700), ...SIX[0] });
  await device.syncNow();
  await Promise.all([
    device.refreshMarket(),
    device.refreshCalendar(),
    device.refreshReferrals(),
    device.refreshSettings(),
  ]);
  const verified = await device.verify();
  if (!verified.ok) throw new Error(JSON.stringify(verified));

  isOnline = false;
  for (const place of [1, 2, 3]) await device.record({ id: idOf(700 + place), ...SIX[place] });
  await device.reviseRecord(idOf(701), { ...SIX[1]?.inputs, riskPercent: '2' });
  await device.deleteRecord(idOf(200));
  await device.saveDraft('risk-money', { fields: { entryPrice: '1 000,5', positionType: 'SHORT' } });
  await device.saveDraft('заметка 😀', ['a', null, 1.5]);
  await device.chooseLanguage('ru');
  await device.changeSettings({ quiet: { from: 23, to: 7 }, alerts: { ETH: '4000' } });
  const question = device.live.history({});
  const history = await current(question);
  const live = {
    profile: await current(device.live.profile),
    settings: await current(device.live.settings),
    market: await current(device.live.market),
    calendar: await current(device.live.calendar),
    referrals: await current(device.live.referrals),
    history,
    lines: history.map((record: object) => summaryOf(record).line),
  };
  device.close();
  return { at: clock.at, live, database: await dumpDatabase(indexedDB, databaseName(CLARA.id)) };
}

/** The first value of something that changes. */
// biome-ignore lint/suspicious/noExplicitAny: the code of another version
function current(live: any): Promise<any> {
  return new Promise((resolve) => {
    const look = () => {
      if (live.current() !== undefined) resolve(live.current());
    };
    live.subscribe(look);
    look();
  });
}
