/** Readiness of the deployment: asks the shared objects; the objects of users answer for themselves. */
import { senderProblems } from '#api/runtime/health/problems.ts';
import { probeWhenAsked, type ReadyReport } from '#api/runtime/health/readiness.ts';
import { type After, within } from './call-timeout.ts';

export interface ObjectsReadinessDeps {
  readonly clock: { now(): number };
  readonly after: After;
  /** Calls between objects take new stubs each time. */
  readonly market: () => { ready(): Promise<ReadyReport> };
  /** Null where the bot is off. */
  readonly sender: (() => { waitingSince(): Promise<number | null> }) | null;
}

/** How long readiness waits for the shared objects, milliseconds. */
const LIMIT_MS = 3000;

/** Asks at most every five seconds, however often it is asked. */
export function objectsReadiness({
  clock,
  after,
  market,
  sender,
}: ObjectsReadinessDeps): () => Promise<ReadyReport> {
  return probeWhenAsked({
    clock,
    async probe() {
      const [kept, waitingSince] = await Promise.all([
        within(after, market().ready(), LIMIT_MS),
        sender === null ? null : within(after, sender().waitingSince(), LIMIT_MS),
      ]);
      return [...kept.problems, ...senderProblems(waitingSince, clock.now())];
    },
  });
}
