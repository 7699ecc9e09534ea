/** Alerts on Cloudflare: the object of a user tells the one with the prices what was set, and that one hands back what was crossed. */
import { crossingsDueAt } from '../alerts/crossings.ts';
import { type HandOverDeps, handOver } from '../alerts/hand-over.ts';
import { notesDueAt } from '../alerts/notes.ts';
import { type TellAlertsDeps, tellAlerts } from '../alerts/tell.ts';
import type { Duty } from './alarm.ts';

/** What one alarm hands over at the most: each is a call, and the platform counts those of an invocation. */
const MOST_SLICES = 10;

/** Of the object of a user: tells which alerts they have set. */
export function tellPrices(deps: TellAlertsDeps): Duty {
  return {
    dueAt: () => notesDueAt(deps.sql, deps.clock.now()),
    work: () => tellAlerts(deps),
  };
}

/** Of the object with the prices: hands crossings to the objects of users. */
export function handCrossings(deps: HandOverDeps): Duty {
  return {
    dueAt: () => crossingsDueAt(deps.sql, deps.clock.now()),
    async work() {
      let left = MOST_SLICES;
      while (left > 0 && (await handOver(deps))) left -= 1;
    },
  };
}
