/** The context of every part of the sync, and the reasons to stop. */
import type { Clock } from '#platform/clock.ts';
import type { Store } from '../store/port.ts';
import type { Facts } from '../store/rows.ts';
import { type ApiClient, type Failure, isReopening } from './api-client.ts';
import type { sendSeals } from './seals.ts';

export interface SyncContext {
  readonly userId: number;
  /** The launch data with which `api` signs its calls. */
  readonly launchData: string;
  readonly store: Store;
  readonly api: ApiClient;
  readonly clock: Clock;
  /** An IANA name, such as Europe/Berlin; null if the device gives none. */
  readonly zone: string | null;
  /** Outbox keys of records on which the server fails with an error; they are left out until an explicit retry. */
  readonly putOff: Set<string>;
  readonly pace: Pace;
  /** The code that sends sealed plans, which most users do not have. Rejects if it cannot be fetched now. */
  readonly loadSeals: () => Promise<typeof sendSeals>;
  readonly log: (message: string, cause?: unknown) => void;
}

/**
 * The size limit of one batch: it falls after each batch that the network did not carry in time, and rises as batches
 * arrive.
 */
export interface Pace {
  batchBytes: number;
}

/** Well under the body limit of 256 KiB. */
const MOST_BATCH_BYTES = 200 * 1024;

export function fullPace(): Pace {
  return { batchBytes: MOST_BATCH_BYTES };
}

/** Adjusts the pace to the outcome of a batch of so many bytes. */
export function adjustPace(pace: Pace, bytes: number, failure: Failure | null): void {
  if (failure === null) pace.batchBytes = Math.min(MOST_BATCH_BYTES, pace.batchBytes * 2);
  else if (failure.type === 'no_answer') pace.batchBytes = Math.max(1, Math.floor(bytes / 2));
}

/** Why the sync stops for now. Everything unanswered stays in the outbox. */
export type Stop =
  | { readonly type: 'offline' }
  | { readonly type: 'waiting'; readonly retryAfterMs: number | null }
  /** All is sent but some records on which the server fails: they are tried again later and do not delay others. */
  | { readonly type: 'put_off' }
  | { readonly type: 'reopen' }
  | { readonly type: 'outdated' }
  | { readonly type: 'server_older' }
  /** Onboarding must be completed first: the user's data were deleted. */
  | { readonly type: 'paused' }
  /** The server does not know the user: register, and start again. */
  | { readonly type: 'unregistered' }
  /** The user's data were deleted elsewhere: wipe, and start again. */
  | { readonly type: 'deleted'; readonly generation: number | null };

/** The general meaning of a failed call, for callers without a specific reaction. */
export function stopOf(failure: Failure, facts: Pick<Facts, 'generation'>): Stop {
  if (failure.type === 'no_answer') return { type: 'offline' };
  if (failure.type !== 'refused') return { type: 'waiting', retryAfterMs: null };
  if (isReopening(failure)) return { type: 'reopen' };
  const { code, retryAfterMs } = failure;
  if (code === 'unknown_user') return { type: 'unregistered' };
  if (code === 'data_deleted') return { type: 'deleted', generation: facts.generation };
  if (code === 'client_outdated') return { type: 'outdated' };
  if (code === 'server_older') return { type: 'server_older' };
  return { type: 'waiting', retryAfterMs };
}

/** The launch data are valid, but too old for an irreversible action. */
export function isStale(failure: Failure): boolean {
  return failure.type === 'refused' && failure.code === 'launch_data_stale';
}

/** The server (or a proxy before it) rejects the request's content. */
export function isAtFault(failure: Failure): boolean {
  return failure.type === 'refused' && [400, 413, 414, 415, 422, 431].includes(failure.status);
}
