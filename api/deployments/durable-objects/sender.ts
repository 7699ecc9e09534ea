/** The sender's object: takes messages from the objects of users and sends them by its alarm. */
import type { Api } from 'grammy';
import type { Handover, RecipientPeer, SenderPeer, Taken } from '#api/notifications/sender/messages.ts';
import { openSender } from '#api/notifications/sender/sender.ts';
import { senderTables } from '#api/notifications/tables.ts';
import { type Alarm, createScheduler } from '#api/runtime/scheduler.ts';
import { migrateOrThrow } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { DataPoints } from './data-points.ts';

export interface SenderObjectDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly alarm: Alarm;
  readonly api: Api;
  /** Its calls must settle in any case: no other message is sent meanwhile. */
  readonly recipient: (userId: number) => RecipientPeer;
  readonly durable: () => Promise<void>;
  /** Settles after `ms` milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** Nothing is sent. */
  readonly readOnly: boolean;
  readonly onFault: (message: string, cause: unknown) => void;
  /** What has failed works again. */
  readonly onRecovered?: (message: string) => void;
  readonly measures?: Pick<DataPoints, 'onDelivery' | 'flush'> | null;
}

export interface SenderObject extends SenderPeer {
  /** When the first message that waits may be sent, UTC milliseconds; null where none waits. */
  waitingSince(): Promise<number | null>;
  onAlarm(): Promise<void>;
}

/** Messages that one alarm sends: each is two to four calls, and the platform counts those of an invocation. */
const MOST_AT_ONCE = 200;
/** Users whose objects are asked for their message while one is being sent. */
const AHEAD = 8;
/** A longer wait is left to the next alarm. */
const LONGEST_WAIT_MS = 1_000;
/** When another alarm takes over from one that does not end, milliseconds. */
const WATCH_MS = 60_000;

export function openSenderObject(deps: SenderObjectDeps): SenderObject {
  const { sql, clock, pause, readOnly, measures } = deps;
  migrateOrThrow(sql, senderTables.migrations, clock.now());
  const sender = openSender({ ...deps, ahead: AHEAD, ...(measures && { onDelivery: measures.onDelivery }) });
  let watchAt: number | null = null;
  const scheduler = createScheduler({
    ...deps,
    duties: [{ name: 'messages', dueAt: () => watchAt ?? sender.dueAt(), work }],
    isPaused: readOnly,
    pauseMs: WATCH_MS,
  });

  async function work(): Promise<void> {
    watchAt = clock.now() + WATCH_MS;
    try {
      for (let left = MOST_AT_ONCE; left > 0; left -= 1) {
        const due = sender.dueAt();
        if (due === null || due > clock.now() + LONGEST_WAIT_MS) return;
        if (due > clock.now()) await pause(due - clock.now());
        await sender.step();
        watchAt = clock.now() + WATCH_MS;
      }
    } finally {
      watchAt = null;
      measures?.flush();
    }
  }

  // A crash may have come between a message and its alarm.
  scheduler.wake();
  return {
    waitingSince: async () => (readOnly ? null : sender.dueAt()),
    async take(handover: Handover): Promise<Taken> {
      const taken = sender.take(handover);
      scheduler.wake();
      return taken;
    },
    forget: async (userId) => sender.forget(userId),
    onAlarm: scheduler.ring,
  };
}
