/** Verifies the user's own events with the code that awarded them. */
import type { StoredEvent } from '#core/points/events.ts';
import type { VerifyResult } from '../model.ts';
import { readFacts } from '../store/facts.ts';
import { readEvents, readHead } from '../store/ledger.ts';
import { profileOf } from '../store/profile.ts';
import type { SyncContext } from '../sync/context.ts';
import type { SyncEngine } from '../sync/engine.ts';
import type { Verifier } from '../verify/port.ts';
import { dropDamaged } from '../verify/repair.ts';

/** Events per batch handed to the verifier. */
export const STEP = 1_000;

export interface VerifyOptions {
  readonly context: SyncContext;
  readonly engine: SyncEngine;
  readonly verifier: Verifier;
}

/** Hears every batch of events before it is checked. @param all how many events there are */
export type OnEvents = (events: readonly StoredEvent[], all: number) => void;

/** Fetches a damaged copy again. @param onEvents starts again from the first event then */
export async function verifyEvents(
  options: VerifyOptions,
  onEvents: OnEvents = () => undefined,
): Promise<VerifyResult> {
  const result = await checkEvents(options, onEvents);
  if (result.ok || !(await dropDamaged(options.context, result.seq))) return result;
  await options.engine.syncNow();
  return checkEvents(options, onEvents);
}

async function checkEvents(
  { context: { store, userId }, verifier }: VerifyOptions,
  onEvents: OnEvents,
): Promise<VerifyResult> {
  const head = await readHead(store);
  const run = verifier.start(userId);
  let events = 0;
  for (;;) {
    const step = (await readEvents(store, events, STEP)).filter(({ seq }) => seq <= head.seq);
    if (step.length === 0) break;
    events += step.length;
    onEvents(step, head.seq);
    if ((await run.take(step)) !== null) break;
  }
  const profile = await store.read(['profile'], profileOf);
  const fault = await run.end(profile);
  if (fault !== null) return { ok: false, ...fault };
  const { ledgerAt, restored } = await readFacts(store);
  const shownAt = profile !== null && profile.head.hash === head.hash ? profile.asOf : 0;
  return { ok: true, events, asOf: Math.max(ledgerAt ?? 0, shownAt), restored };
}
