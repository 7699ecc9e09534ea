/** Keeps the newest of what everybody gets alike on the device: the sync asks now and then, and so does a screen that shows it. */
import * as v from 'valibot';
import { Calendar } from '#core/contract/calendar.ts';
import { MarketOverview } from '#core/contract/public.ts';
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
  try {
    if (await isYoung(context, name, lifeMs)) return 'ok';
  } catch (cause) {
    return failed(context, name, cause);
  }
  const calls = fetching.get(context) ?? new Map<SnapshotName, Promise<Refreshed>>();
  fetching.set(context, calls);
  const call =
    calls.get(name) ??
    fetchSnapshot(context, name)
      .catch((cause: unknown) => failed(context, name, cause))
      .finally(() => calls.delete(name));
  calls.set(name, call);
  return call;
}

async function isYoung({ store, clock }: SyncContext, name: SnapshotName, lifeMs: number): Promise<boolean> {
  const kept = await store.read(['snapshots'], (reading) => reading.get('snapshots', name));
  // One that another version wrote, in a form that is not known here, is none: the next takes its place.
  if (kept === undefined || !v.is(FORMS[name], kept.overview)) return false;
  const age = clock.now() - kept.asOf;
  return age >= 0 && age < lifeMs;
}

async function fetchSnapshot(context: SyncContext, name: SnapshotName): Promise<Refreshed> {
  const { api, store, clock, log } = context;
  const answer = await api.call(name, {});
  if (!answer.ok) {
    log(`Call ${name} failed`, answer.failure);
    return answer.failure.type === 'no_answer' ? 'offline' : 'failed';
  }
  const asOf = clock.now();
  await store.write(['snapshots'], async (writing) => {
    const before = beforeOf(await writing.get('snapshots', name), answer.value);
    const row = { key: name, asOf, overview: answer.value };
    await writing.put('snapshots', [before === undefined ? row : { ...row, before }]);
  });
  return 'ok';
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
