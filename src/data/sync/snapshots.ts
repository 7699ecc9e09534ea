/** Keeps the newest of what everybody gets alike on the device: the sync asks now and then, and so does a screen that shows it. */
import * as v from 'valibot';
import { Calendar } from '#core/contract/calendar.ts';
import { MarketOverview } from '#core/contract/public.ts';
import { CONTRACT_VERSION } from '#core/contract/version.ts';
import { type Lists, listsBefore } from '#core/market/list-changes.ts';
import type { Refreshed } from '../model.ts';
import type { SnapshotRow } from '../store/rows.ts';
import type { SyncContext } from './context.ts';

const FORMS = { market: MarketOverview, calendar: Calendar } as const;

export type SnapshotName = keyof typeof FORMS;

/** Calls under way: the sync and a screen may ask at the same moment. */
const fetching = new WeakMap<SyncContext, Map<SnapshotName, Promise<Refreshed>>>();

/**
 * Asks the server where what is kept is older than `lifeMs`. Never rejects, and nothing that is kept depends on the answer:
 * the next refresh asks again.
 */
export async function refreshSnapshot(
  context: SyncContext,
  name: SnapshotName,
  lifeMs: number,
): Promise<Refreshed> {
  // Whoever asks has an age of its own in mind; only the call is shared.
  let kept: SnapshotRow | null;
  try {
    kept = await keptOf(context, name);
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

async function keptOf({ store }: SyncContext, name: SnapshotName): Promise<SnapshotRow | null> {
  const kept = await store.read(['snapshots'], (reading) => reading.get('snapshots', name));
  // One that another version wrote, in a form that is not known here, is none: the next takes its place.
  return kept !== undefined && v.is(FORMS[name], kept.overview) ? kept : null;
}

/** Null where what is kept may lack something that a newer contract has: then it has to come whole. */
function tagOf(kept: SnapshotRow | null): string | null {
  return kept?.tagged?.contract === CONTRACT_VERSION ? kept.tagged.tag : null;
}

/** @param tag of what is kept: where the server has the same, that is as good as new. */
async function fetchSnapshot(
  context: SyncContext,
  name: SnapshotName,
  tag: string | null,
): Promise<Refreshed> {
  const { api, store, clock, log } = context;
  const answer = await api.call(name, tag === null ? {} : { tag });
  if (!answer.ok) {
    if (answer.failure.type === 'unchanged' && tag !== null) {
      // What is not here any more has to come whole.
      return (await renew(context, name, tag)) ? 'ok' : fetchSnapshot(context, name, null);
    }
    log(`Call ${name} failed`, answer.failure);
    return answer.failure.type === 'no_answer' ? 'offline' : 'failed';
  }
  const asOf = clock.now();
  const tagged = answer.tag === undefined ? {} : { tagged: { tag: answer.tag, contract: CONTRACT_VERSION } };
  await store.write(['snapshots'], async (writing) => {
    const before = beforeOf(await writing.get('snapshots', name), answer.value);
    const row = { key: name, asOf, overview: answer.value, ...tagged };
    await writing.put('snapshots', [before === undefined ? row : { ...row, before }]);
  });
  return 'ok';
}

/** False where what the tag is of is not kept any more. */
function renew({ store, clock }: SyncContext, name: SnapshotName, tag: string): Promise<boolean> {
  const asOf = clock.now();
  return store.write(['snapshots'], async (writing) => {
    const kept = await writing.get('snapshots', name);
    if (kept?.tagged?.tag !== tag) return false;
    await writing.put('snapshots', [{ ...kept, asOf }]);
    return true;
  });
}

/** What the lists of a newer market overview are compared with. */
function beforeOf(old: SnapshotRow | undefined, newer: unknown): Lists | undefined {
  if (old?.key !== 'market') return undefined;
  const [was, is] = [old.overview, newer].map((overview) => v.safeParse(MarketOverview, overview));
  if (was?.success !== true || is?.success !== true) return undefined;
  // The same moment once more: what it was compared with stays.
  if (was.output.date === is.output.date) return old.before;
  return listsBefore(was.output, is.output) ?? undefined;
}

function failed({ log }: SyncContext, name: SnapshotName, cause: unknown): Refreshed {
  log(`The ${name} was not refreshed`, cause);
  return 'failed';
}
