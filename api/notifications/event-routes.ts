/** `/api/user/event-reminders`: the economic events of which a user wants to be reminded. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { EventReminders } from '#core/contract/event-reminders.ts';
import type { RouteDeps } from '../deps.ts';
import { type Answer, fail, ok } from '../runtime/http/answer.ts';
import { mount } from '../runtime/http/mount.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { committed, gate } from '../users/account.ts';
import { setEventReminder, takeBackEventReminder, waitingEvents } from './event-reminders/reminders.ts';
import { readReach, saveReturn } from './preferences/settings.ts';

export function eventReminderRoutes(app: Hono, deps: RouteDeps): void {
  const { ledger, sql, calendar } = deps;

  mount(app, deps, CALLS.eventReminders, {
    handle: (call) => {
      const account = gate(ledger.read.account(call.userId), call.generation);
      return account.ok ? ok(eventReminders(sql, call.userId)) : account;
    },
  });

  mount(app, deps, CALLS.remindOfEvent, {
    owner: (body) => body.userId,
    handle: async (call) => {
      const { eventId, isOn, mayWrite } = call.body;
      const events = isOn ? ((await calendar.calendar())?.events ?? null) : [];
      if (events === null) return fail('unavailable');
      const event = events.find(({ id }) => id === eventId);
      return committed(
        await ledger.transact((writer): Answer<EventReminders> => {
          const { userId } = call;
          const { now } = writer;
          const account = gate(writer.account(userId), call.generation);
          if (!account.ok) return account;
          if (isOn) {
            if (event === undefined) return fail('not_found');
            const set = setEventReminder(writer.sql, userId, event, now);
            if (set !== 'set') return fail(set);
          } else takeBackEventReminder(writer.sql, userId, eventId, now);
          // The claim is not verified: if it is false, only one message to this user is refused.
          if (mayWrite === true) saveReturn(writer.sql, userId, now);
          return ok(eventReminders(writer.sql, userId));
        }),
      );
    },
  });
}

function eventReminders(sql: Sql, userId: number): EventReminders {
  return { events: waitingEvents(sql, userId), mayWrite: readReach(sql, userId).mayWrite };
}
