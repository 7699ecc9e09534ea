/**
 * Keeps the newest public snapshots on the device: the sync refreshes them now and then, and so does a screen that
 * shows one.
 */
import type { MarketOverview } from '#core/contract/public.ts';
import { CONTRACT_VERSION } from '#core/contract/version.ts';
import { type Lists, listsBefore } from '#core/market/list-changes.ts';
import type { Refreshed } from '../model.ts';
import type { Reading } from '../store/port.ts';
import type { SnapshotRow } from '../store/rows.ts';
import { readSnapshot, type SnapshotName } from '../store/snapshots.ts';
import type { SyncContext } from './context.ts';

/** Calls in progress: the sync and a screen may start one at the same moment. */
const fetching = new WeakMap<SyncContext, Map<SnapshotName, Promise<Refreshed>>>();

/**
 * Asks the server if the kept snapshot is older than `lifeMs`. Never rejects, and no kept data depends on the answer:
 * the next refresh asks again.
 */
export async function refreshSnapshot(
  context: SyncContext,
  name: SnapshotName,
  lifeMs: number,
): Promise<Refreshed> {
  // Each caller has its own maximum age; they share only the call.
  let kept: SnapshotRow | null;
  try {
    kept = await context.store.read(['snapshots'], (reading) => readSnapshot(reading, name));
  } catch (cause) {
    return failed(context, name, cause);
  }
  const age = kept === null ? -1 : context.clock.now() - kept.asOf;
  if (age >= 0 && age < lifeMs) return 'ok';
  const calls = fetching.get(context) ?? new Map<SnapshotName, Promise<Refreshed>>();
  fetching.set(context, calls);
  const call =
    calls.get(name) ??
    fetchSnapshot(context, name, tagOf(kept))
      .catch((cause: unknown) => failed(context, name, cause))
      .finally(() => calls.delete(name));
  calls.set(name, call);
  return call;
}

/** Null if the kept snapshot may lack fields of a newer contract: it must then be fetched in full. */
function tagOf(kept: SnapshotRow | null): string | null {
  return kept?.tagged?.contract === CONTRACT_VERSION ? kept.tagged.tag : null;
}

/** @param tag of the kept snapshot: if the server has the same, the snapshot counts as fresh. */
async function fetchSnapshot(
  context: SyncContext,
  name: SnapshotName,
  tag: string | null,
): Promise<Refreshed> {
  const { api, store, clock, log } = context;
  const answer = await api.call(name, tag === null ? {} : { tag });
  if (!answer.ok) {
    if (answer.failure.type === 'unchanged' && tag !== null) {
      // The snapshot is gone from the device: fetch it in full.
      return (await renew(context, name, tag)) ? 'ok' : fetchSnapshot(context, name, null);
    }
    log(`Call ${name} failed`, answer.failure);
    return answer.failure.type === 'no_answer' ? 'offline' : 'failed';
  }
  const asOf = clock.now();
  const tagged = answer.tag === undefined ? {} : { tagged: { tag: answer.tag, contract: CONTRACT_VERSION } };
  await store.write(['snapshots'], async (writing) => {
    const before = name === 'market' ? await listsBeforeOf(writing, answer.value as MarketOverview) : null;
    const row = { key: name, asOf, overview: answer.value, ...tagged };
    await writing.put('snapshots', [before === null ? row : { ...row, before }]);
  });
  return 'ok';
}

/** False if the snapshot with this tag is no longer kept. */
function renew({ store, clock }: SyncContext, name: SnapshotName, tag: string): Promise<boolean> {
  const asOf = clock.now();
  return store.write(['snapshots'], async (writing) => {
    const kept = await writing.get('snapshots', name);
    if (kept?.tagged?.tag !== tag) return false;
    await writing.put('snapshots', [{ ...kept, asOf }]);
    return true;
  });
}

/** The lists to compare a newer market overview with. */
async function listsBeforeOf(reading: Reading, newer: MarketOverview): Promise<Lists | null> {
  const old = await readSnapshot(reading, 'market');
  if (old === null) return null;
  // The same date again: keep the earlier comparison.
  return old.overview.date === newer.date ? (old.before ?? null) : listsBefore(old.overview, newer);
}

function failed({ log }: SyncContext, name: SnapshotName, cause: unknown): Refreshed {
  log(`The ${name} was not refreshed`, cause);
  return 'failed';
}
