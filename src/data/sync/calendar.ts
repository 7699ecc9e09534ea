/** Keeps the newest economic calendar on the device: asked for by the sync now and then, and by the screen that shows it. */
import { calendarOf } from '../store/calendar.ts';
import type { SyncContext } from './context.ts';

/** How old the list may be before a screen that shows it asks for another. */
export const SHOWN_LIFE_MS = 5 * 60_000;
/** Without a screen that shows it: enough for the next look without a network. */
export const KEPT_LIFE_MS = 60 * 60_000;

type Refreshed = 'ok' | 'offline' | 'failed';

/** Calls under way: the sync and a screen may ask at the same moment. */
const running = new WeakMap<SyncContext, Promise<Refreshed>>();

/** Asks the server where what is kept is older than `lifeMs`. Nothing that is kept depends on the answer. */
export function refreshCalendar(context: SyncContext, lifeMs: number): Promise<Refreshed> {
  const refreshing =
    running.get(context) ??
    refresh(context, lifeMs)
      .catch((cause: unknown): Refreshed => {
        context.log('The calendar was not refreshed', cause);
        return 'failed';
      })
      .finally(() => running.delete(context));
  running.set(context, refreshing);
  return refreshing;
}

async function refresh({ api, store, clock, log }: SyncContext, lifeMs: number): Promise<Refreshed> {
  const kept = await store.read(['snapshots'], calendarOf);
  const age = kept === null ? null : clock.now() - kept.asOf;
  if (age !== null && age >= 0 && age < lifeMs) return 'ok';
  const answer = await api.call('calendar', {});
  if (!answer.ok) {
    log('Call calendar failed', answer.failure);
    return answer.failure.type === 'no_answer' ? 'offline' : 'failed';
  }
  await store.write(['snapshots'], (writing) =>
    writing.put('snapshots', [{ key: 'calendar', asOf: clock.now(), overview: answer.value }]),
  );
  return 'ok';
}
