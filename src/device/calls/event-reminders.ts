/** Reminders of economic events. The server keeps them; the device keeps its last answer. */
import type { EventReminders } from '#core/contract/event-reminders.ts';
import type { Device, EventReminderAnswer } from '../model.ts';
import { keepEventReminders } from '../store/event-reminders.ts';
import { type Failure, isReopening } from '../sync/api-client.ts';
import type { SyncContext } from '../sync/context.ts';

export type EventReminderCalls = Pick<Device, 'remindOfEvent' | 'refreshEventReminders'>;

export function eventReminderCalls(
  { api, store, userId, log }: SyncContext,
  generationOf: () => Promise<number | null>,
): EventReminderCalls {
  /** Changes that have begun or ended: an answer from before one of them is outdated. */
  let changes = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function change(eventId: string, isOn: boolean, mayWrite: boolean): Promise<EventReminderAnswer> {
    const generation = await generationOf();
    const body = { userId, eventId, isOn, ...(mayWrite ? { mayWrite } : {}) } as const;
    changes += 1;
    const answer = await api.call('remindOfEvent', { body, generation });
    changes += 1;
    if (!answer.ok) {
      log('The reminder of an event was not changed', answer.failure);
      return refusalOf(answer.failure);
    }
    await keepEventReminders(store, answer.value, generation);
    return 'ok';
  }

  async function refresh() {
    const generation = await generationOf();
    const asked = changes;
    const answer = await api.call('eventReminders', { path: { id: userId }, generation });
    if (!answer.ok) {
      log('The reminders of events were not fetched', answer.failure);
      return answer.failure.type === 'no_answer' ? 'offline' : 'failed';
    }
    if (asked === changes) await keepEventReminders(store, answer.value satisfies EventReminders, generation);
    return 'ok';
  }

  return {
    remindOfEvent(eventId, isOn, mayWrite = false) {
      // In order, because each answer lists all of them.
      const answer = last
        .then(() => change(eventId, isOn, mayWrite))
        .catch((cause: unknown) => {
          log('The reminder of an event failed on this device', cause);
          return 'failed' as const;
        });
      last = answer;
      return answer;
    },
    async refreshEventReminders() {
      try {
        return await refresh();
      } catch (cause) {
        log('The reminders of events could not be kept', cause);
        return 'failed';
      }
    },
  };
}

function refusalOf(failure: Failure): Exclude<EventReminderAnswer, 'ok'> {
  if (failure.type === 'no_answer') return 'offline';
  if (isReopening(failure)) return 'reopen';
  if (failure.type !== 'refused') return 'failed';
  switch (failure.code) {
    case 'event_too_soon':
      return 'too_soon';
    case 'too_many_reminders':
      return 'too_many';
    case 'not_found':
      return 'gone';
    default:
      return 'failed';
  }
}
