/** Readiness of one machine: its database file, its market, the messages that wait to be sent, and its clock. */

import type { MarketProvider } from '#api/market/provider.ts';
import { waitingDueAt } from '#api/notifications/sender/queue.ts';
import { type ClockStepsDeps, clockSteps } from '#api/runtime/health/clock-steps.ts';
import { type MachineProbeDeps, machineProbe } from '#api/runtime/health/machine-probe.ts';
import { marketProblems, senderProblems } from '#api/runtime/health/problems.ts';
import {
  isFailing,
  probeByTimer,
  type Readiness,
  type ReadinessDeps,
} from '#api/runtime/health/readiness.ts';

export interface MachineReadinessDeps extends MachineProbeDeps, ClockStepsDeps, Pick<ReadinessDeps, 'after'> {
  readonly market: MarketProvider;
  /** Whether this server sends messages. */
  readonly isSending: boolean;
  /** Writes a line to the log. */
  readonly say: (line: object) => void;
}

/** Probes until it is stopped. */
export function machineReadiness(deps: MachineReadinessDeps): Readiness {
  const { sql, clock, after, market, isSending, say } = deps;
  const probeDatabase = machineProbe(deps);
  const probeClock = clockSteps(deps);
  return probeByTimer({
    clock,
    after,
    probe: async () => [
      ...probeDatabase(),
      ...marketProblems(await market.overview()),
      ...(isSending ? senderProblems(waitingDueAt(sql, clock.now()), clock.now()) : []),
      ...probeClock(),
    ],
    onChange(problems) {
      const checkedAt = clock.now();
      const time = new Date(checkedAt).toISOString();
      const level = isFailing({ problems, checkedAt }) ? 'error' : 'warn';
      say(
        problems.length === 0 ? { time, message: 'ready' } : { time, level, message: 'not ready', problems },
      );
    },
  });
}
