/** The third thing that the object of a user does by its alarm. */
import { type PassOnDeps, remind } from '../notifications/pass-on.ts';
import { dueReminders, remindersDueAt } from '../notifications/reminders.ts';
import type { Duty } from './alarm.ts';

/** Reminds the user of their streak, while it can still be kept. */
export function remindUser(deps: PassOnDeps): Duty {
  return {
    dueAt: () => remindersDueAt(deps.sql),
    async work() {
      for (const due of dueReminders(deps.sql, deps.clock.now(), 1)) await remind(deps, due);
    },
  };
}
