/** The duty of shared images, the same on a machine and in objects. */
import type { Duty } from '../runtime/scheduler.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { dropExpired, picturesDueAt } from './pictures.ts';

/** Drops images whose day is over. */
export function dropImages(sql: Sql, clock: { now(): number }): Duty {
  return {
    name: 'expired images',
    dueAt: () => picturesDueAt(sql),
    async work() {
      dropExpired(sql, clock.now());
    },
  };
}
