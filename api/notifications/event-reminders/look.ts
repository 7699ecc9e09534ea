/** Looks at the calendar for each due reminder: follows an event that has moved, drops one that is gone, reminds of one that is near. */
import type { CalendarProvider } from '#api/calendar/provider.ts';
import type { Calendar } from '#core/contract/calendar.ts';
import { canRemindOf, findEvent, isTooLate, momentOf, nextLook } from '#core/event-reminder.ts';
import { type PassOnDeps, remindOfEvent } from '../pass-on.ts';
import {
  dueEventReminders,
  type EventReminder,
  eventReminderDone,
  followEvent,
  lookAgain,
} from './reminders.ts';

export interface FollowDeps extends PassOnDeps {
  /** May be a few minutes old. */
  readonly calendar: CalendarProvider;
  readonly onFault: (message: string, cause: unknown) => void;
}

/** Time until a reminder is looked at again after a failure, milliseconds: it is of no use late. */
const RETRY_MS = 60_000;
/** How often a reminder is looked at whose event has a day but no hour now, milliseconds. */
const NO_HOUR_MS = 6 * 60 * 60_000;

/** @param isOver once true, the database is no longer used. */
export async function lookAtEvents(deps: FollowDeps, most: number, isOver: () => boolean): Promise<void> {
  const { sql, clock, onFault } = deps;
  const due = dueEventReminders(sql, clock.now(), most, RETRY_MS);
  if (due.length === 0) return;
  const calendar = await calendarOf(deps);
  if (isOver() || calendar === null) return;
  for (const one of due) {
    try {
      await look(deps, one, calendar, isOver);
    } catch (cause) {
      onFault(`A reminder of user ${one.userId} was not handed over`, cause);
    }
    if (isOver()) return;
  }
}

/** Null without an answer: the reminders are due again soon. */
async function calendarOf({ calendar, onFault }: FollowDeps): Promise<Calendar | null> {
  try {
    return await calendar.calendar();
  } catch (cause) {
    onFault('The calendar did not answer, so reminders of events wait', cause);
    return null;
  }
}

async function look(
  deps: FollowDeps,
  known: EventReminder,
  { events, sample }: Calendar,
  isOver: () => boolean,
): Promise<void> {
  const { sql, clock } = deps;
  const now = clock.now();
  const event = findEvent(known, events);
  if (event === null) return eventReminderDone(sql, known);
  const reminder = followEvent(sql, known, event);
  if (isTooLate(reminder.at, now)) return eventReminderDone(sql, reminder);
  if (momentOf(event) === null) return lookAgain(sql, reminder, now + NO_HOUR_MS);
  if (canRemindOf(reminder.at, now)) return lookAgain(sql, reminder, nextLook(reminder.at, now));
  await remindOfEvent(deps, reminder, sample);
  if (!isOver()) eventReminderDone(sql, reminder);
}
