/** Sends the hashes of sealed plans: before records, because the time of their receipt counts. */
import { SealAnswer } from '#core/contract/seals.ts';
import { nextDayAt } from '#core/points/admission.ts';
import { readFacts } from '../store/facts.ts';
import { acknowledgeSeal, holdSeals, nextSeal } from '../store/sealed-plans.ts';
import type { Failure } from './api-client.ts';
import { isAtFault, type Stop, type SyncContext, stopOf } from './context.ts';

const SEAL = { method: 'POST', path: '/api/seals', answer: SealAnswer } as const;

/** Null once every plan is answered, or must wait for the next day. */
export async function sendSeals({ api, store, userId, clock, log }: SyncContext): Promise<Stop | null> {
  for (;;) {
    const plan = await nextSeal(store, clock.now());
    if (plan === null) return null;
    const { hash, sealedAt } = plan;
    const facts = await readFacts(store);
    const answer = await api.ask(SEAL, {
      body: { userId, hash, sealedAt: onWire(sealedAt), sentAt: onWire(clock.now()) },
      generation: facts.generation,
    });
    if (answer.ok) {
      const { receivedAt, seq } = answer.value;
      await acknowledgeSeal(store, facts.generation, hash, {
        received: { at: Date.parse(receivedAt), seq },
        refusal: null,
      });
      continue;
    }
    const { failure } = answer;
    if (isForToday(failure)) {
      log('The server takes no more plans today');
      await holdSeals(store, heldUntil(clock.now(), facts.serverOffset ?? 0));
      return null;
    }
    if (isAtFault(failure) || isConflict(failure)) {
      log('The server refused a sealed plan', failure);
      await acknowledgeSeal(store, facts.generation, hash, { received: null, refusal: codeOf(failure) });
      continue;
    }
    const stop = stopOf(failure, facts);
    // A plan on which the server fails delays nothing else.
    return stop.type === 'waiting' && stop.retryAfterMs === null ? { type: 'put_off' } : stop;
  }
}

const codeOf = (failure: Failure) =>
  failure.type === 'refused' ? (failure.code ?? 'malformed') : 'malformed';
const isForToday = (failure: Failure) => ['too_many_seals', 'too_many_today'].includes(codeOf(failure));
const isConflict = (failure: Failure) => codeOf(failure) === 'conflict';

/** When the server's next UTC day begins, by this device's clock. */
function heldUntil(now: number, offset: number): number {
  return nextDayAt(now + offset) - offset;
}

function onWire(time: number): string {
  return new Date(time).toISOString();
}
