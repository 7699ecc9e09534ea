/** The duties of notifications, the same on a machine and in objects. */
import { jobsDueAt } from '../runtime/jobs.ts';
import type { Duty } from '../runtime/scheduler.ts';
import { type FollowDeps, lookAtEvents } from './event-reminders/look.ts';
import { eventRemindersDueAt } from './event-reminders/reminders.ts';
import { type PassOnDeps, remind } from './pass-on.ts';
import { type TellDeps, tellNext } from './pending/tell.ts';
import { TURN } from './pending/waiting.ts';
import { CROSSED } from './price-alerts/crossings.ts';
import { type HandOverDeps, handOver } from './price-alerts/hand-over.ts';
import { NOTE } from './price-alerts/notes.ts';
import { type TellAlertsDeps, tellAlerts } from './price-alerts/tell.ts';
import { dueReminders, remindersDueAt } from './reminders.ts';

/** Tells users what their events mean to them. @param most batches of one work. */
export function tellNews(deps: TellDeps, most: number): Duty {
  return {
    name: 'news of users',
    dueAt: () => jobsDueAt(deps.sql, TURN, deps.clock.now()),
    async work(isOver) {
      for (let left = most; left > 0; left -= 1) {
        if (!(await tellNext(deps, isOver)) || isOver()) return;
      }
    },
  };
}

/** Reminds users of their streak while it can still be kept. @param most users of one work. */
export function remindUsers(deps: PassOnDeps, most: number): Duty {
  return {
    name: 'reminders',
    dueAt: () => remindersDueAt(deps.sql),
    async work(isOver) {
      for (const due of dueReminders(deps.sql, deps.clock.now(), most)) {
        if (isOver()) return;
        await remind(deps, due);
      }
    },
  };
}

/** Reminds users of events that are near. @param most reminders of one work. */
export function remindOfEvents(deps: FollowDeps, most: number): Duty {
  return {
    name: 'reminders of events',
    dueAt: () => eventRemindersDueAt(deps.sql),
    work: (isOver) => lookAtEvents(deps, most, isOver),
  };
}

/** Hands the alerts that users have set to the place with the prices. */
export function tellSetAlerts(deps: TellAlertsDeps): Duty {
  return {
    name: 'price alerts',
    dueAt: () => jobsDueAt(deps.sql, NOTE, deps.clock.now()),
    work: (isOver) => tellAlerts(deps, isOver),
  };
}

/** Hands crossed prices to the users who set alerts on them. @param most groups of users in one work. */
export function handCrossings(deps: HandOverDeps, most: number): Duty {
  return {
    name: 'crossed prices',
    dueAt: () => jobsDueAt(deps.sql, CROSSED, deps.clock.now()),
    async work(isOver) {
      for (let left = most; left > 0; left -= 1) {
        if (!(await handOver(deps, isOver)) || isOver()) return;
      }
    },
  };
}
