/** Calls about reminders of economic events: each is set by hand, for one event. */
import * as v from 'valibot';
import { CalendarEvent } from './calendar.ts';
import { UserId } from './primitives.ts';

/** Events of which a user may be reminded at the same time. */
export const MOST_EVENT_REMINDERS = 50;

const EventId = CalendarEvent.entries.id;

/** `mayWrite`: the user has just allowed the bot to write. */
export const EventReminderBody = v.object({
  userId: UserId,
  eventId: EventId,
  isOn: v.boolean(),
  mayWrite: v.optional(v.literal(true)),
});
export type EventReminderBody = v.InferInput<typeof EventReminderBody>;

/** The ids of the events of which the user will be reminded. */
export const EventReminders = v.object({
  events: v.pipe(v.array(EventId), v.maxLength(MOST_EVENT_REMINDERS)),
  /** Whether the bot may write to the user, as far as is known. If not, no reminder arrives. */
  mayWrite: v.boolean(),
});
export type EventReminders = v.InferOutput<typeof EventReminders>;
