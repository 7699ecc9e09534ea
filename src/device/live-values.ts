/** The live values of a device, kept current from its store and its sync. */
import { createCell, lateQuery, liveQuery, mapLive } from './live.ts';
import type { Device, SyncStatus } from './model.ts';
import type { DevicePorts } from './ports.ts';
import { accountOf } from './store/edits.ts';
import { factsOf, hasHistory, knowsOnboarding } from './store/facts.ts';
import { waitingOf } from './store/outbox.ts';
import { profileOf } from './store/profile.ts';
import { historyOf, recordOf } from './store/records.ts';
import { sealedPlansOf } from './store/sealed-plans.ts';
import { calendarOf, coinsOf, marketOf } from './store/snapshots.ts';
import type { SyncEngine } from './sync/engine.ts';

/** How long a first start waits for the server to say whether the user is new, milliseconds. */
const UNKNOWN_USER_MS = 1_000;

export function liveValues(
  { store, clock, log, fetchCalls }: Pick<DevicePorts, 'store' | 'clock' | 'log' | 'fetchCalls'>,
  engine: SyncEngine,
): { readonly live: Device['live']; readonly close: () => void } {
  const options = { store, log };
  const ends: (() => void)[] = [];

  const durability = createCell(store.durability());
  ends.push(store.subscribe(() => durability.set(store.durability())));

  const facts = liveQuery(options, ['settings'], factsOf);
  const waiting = liveQuery(options, ['outbox'], waitingOf);
  const profile = liveQuery(options, ['profile'], profileOf);
  const market = liveQuery(options, ['snapshots'], marketOf);
  const coins = liveQuery(options, ['snapshots'], coinsOf);

  const sync = createCell<SyncStatus>();
  const updateSync = () => {
    const counts = waiting.current();
    const known = facts.current();
    if (counts === undefined || known === undefined) return;
    sync.set({ ...engine.status(), ...counts, lastSyncedAt: known.lastSyncedAt });
  };
  ends.push(engine.onStatus(updateSync), waiting.subscribe(updateSync), facts.subscribe(updateSync));

  const isNewUser = createCell<boolean>();
  let waited = false;
  const updateIsNew = () => {
    const known = facts.current();
    if (known === undefined) return;
    if (knowsOnboarding(known)) isNewUser.set(false);
    else if (known.isNewUser !== null || waited || isNewUser.current() !== undefined) isNewUser.set(true);
  };
  ends.push(
    facts.subscribe(updateIsNew),
    clock.after(UNKNOWN_USER_MS, () => {
      waited = true;
      updateIsNew();
    }),
  );
  // Stays current even without a listener, so that the first screen has a value at once.
  ends.push(
    profile.subscribe(() => {}),
    market.subscribe(() => {}),
    coins.subscribe(() => {}),
  );

  return {
    live: {
      durability,
      profile,
      sync,
      serverOffset: mapLive(facts, ({ serverOffset }) => serverOffset),
      restored: mapLive(facts, ({ restored }) => restored),
      isNewUser,
      language: mapLive(facts, ({ language }) => language),
      settings: mapLive(facts, ({ settings, mayWrite }) =>
        settings === null ? null : { settings, mayWrite },
      ),
      eventReminders: mapLive(facts, ({ eventReminders: events, mayWrite }) =>
        events === null ? null : { events, mayWrite },
      ),
      account: mapLive(facts, accountOf),
      watched: mapLive(facts, ({ watched }) => watched),
      market,
      coins,
      calendar: liveQuery(options, ['snapshots'], calendarOf),
      referrals: lateQuery(
        options,
        ['referrals'],
        async () => (await fetchCalls()).referralsQuestion(),
        Object.is,
      ),
      sealedPlans: liveQuery(options, ['drafts'], sealedPlansOf),
      isHistoryHere: mapLive(facts, hasHistory),
      history: (query) => liveQuery(options, ['records'], (reading) => historyOf(reading, query)),
      record: (id) => liveQuery(options, ['records'], (reading) => recordOf(reading, id)),
    },
    close() {
      for (const end of ends) end();
    },
  };
}
