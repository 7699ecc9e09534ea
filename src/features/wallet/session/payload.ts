/** The payload that the next wallet signs. It is loaded ahead, so that a tap leads to the wallet without a wait. */
import type { WalletAnswer, WalletTrouble } from '#device/wallet-model.ts';
import type { Emit } from './events.ts';

/** The server accepts a payload for 15 minutes. At this age a wallet still has a third of them. */
const FRESH_MS = 10 * 60_000;
/** An older payload leaves a wallet too little time to sign. */
const SIGNABLE_MS = 14 * 60_000;
/** The server accepts no older payload. */
const VALID_MS = 15 * 60_000;

export interface PayloadState {
  readonly loadedAt: number | null;
  /** When the next payload is loaded; null while none is wanted. */
  readonly dueAt: number | null;
  /** Number of the request that the server has not answered yet. */
  readonly request: number | null;
  /** How many requests there were. */
  readonly requests: number;
}

export const NO_PAYLOAD: PayloadState = { loadedAt: null, dueAt: null, request: null, requests: 0 };

/** @param isModalOpen whether a wallet may be signing the present payload, which is then replaced only when it is invalid. */
export function wantPayload(
  payload: PayloadState,
  { now, isModalOpen }: { readonly now: number; readonly isModalOpen: boolean },
  emit: Emit,
): PayloadState {
  const { loadedAt, request, requests } = payload;
  const age = ageOf(payload, now);
  if (age < FRESH_MS) return payload;
  if (isModalOpen && loadedAt !== null && age < VALID_MS) {
    return { ...payload, dueAt: schedule(now, loadedAt + VALID_MS, emit) };
  }
  if (age >= SIGNABLE_MS) emit({ type: 'request-proof', request: { state: 'loading' } });
  if (request !== null) return payload;
  emit({ type: 'load-payload', request: requests + 1 });
  return { ...payload, request: requests + 1, requests: requests + 1 };
}

/** @returns the error if no wallet could sign what there is now. */
export function takeAnswer(
  payload: PayloadState,
  answer: WalletAnswer<string>,
  now: number,
  emit: Emit,
): { readonly payload: PayloadState; readonly error: WalletTrouble | null } {
  const answered = { ...payload, request: null };
  if (!answer.ok) {
    return { payload: answered, error: ageOf(payload, now) < SIGNABLE_MS ? null : answer.error };
  }
  emit({ type: 'request-proof', request: { state: 'ready', payload: answer.value } });
  return { payload: { ...answered, loadedAt: now, dueAt: schedule(now, now + FRESH_MS, emit) }, error: null };
}

/** Forgets the payload. Answers and schedules that are still under way find nothing to change. */
export function stopPayload({ requests }: PayloadState): PayloadState {
  return { ...NO_PAYLOAD, requests };
}

function ageOf({ loadedAt }: PayloadState, now: number): number {
  return loadedAt === null ? Number.POSITIVE_INFINITY : now - loadedAt;
}

function schedule(now: number, dueAt: number, emit: Emit): number {
  emit({ type: 'schedule', afterMs: dueAt - now, event: { type: 'payload-due', dueAt } });
  return dueAt;
}
