/** What every part of the sync is handed, and the reasons for which it stops. */
import type { Clock } from '#platform/clock.ts';
import type { Store } from '../store/port.ts';
import type { Facts } from '../store/rows.ts';
import { type ApiClient, type Failure, isReopening } from './api-client.ts';

export interface SyncContext {
  readonly userId: number;
  /** The launch data that `api` signs its calls with. */
  readonly launchData: string;
  readonly store: Store;
  readonly api: ApiClient;
  readonly clock: Clock;
  /** An IANA name, such as Europe/Berlin; null where the device does not say. */
  readonly zone: string | null;
  /** Outbox keys of records that the server stumbles over; they are left out until tried again on purpose. */
  readonly putOff: Set<string>;
  readonly pace: Pace;
  readonly log: (message: string, cause?: unknown) => void;
}

/** How much one batch may weigh: less after each that the network did not carry in time, more again as batches arrive. */
export interface Pace {
  batchBytes: number;
}

/** Well under the limit of a body, 256 KiB. */
const MOST_BATCH_BYTES = 200 * 1024;

export function fullPace(): Pace {
  return { batchBytes: MOST_BATCH_BYTES };
}

/** Sets the pace by what became of a batch of so many bytes. */
export function adjustPace(pace: Pace, bytes: number, failure: Failure | null): void {
  if (failure === null) pace.batchBytes = Math.min(MOST_BATCH_BYTES, pace.batchBytes * 2);
  else if (failure.type === 'no_answer') pace.batchBytes = Math.max(1, Math.floor(bytes / 2));
}

/** Why there is nothing more to do now. Everything unanswered stays where it is. */
export type Stop =
  | { readonly type: 'offline' }
  | { readonly type: 'waiting'; readonly retryAfterMs: number | null }
  /** All is sent but some records that the server stumbles over: they are tried again later, and hold up nothing. */
  | { readonly type: 'put_off' }
  | { readonly type: 'reopen' }
  | { readonly type: 'outdated' }
  | { readonly type: 'server_older' }
  /** Onboarding has to be completed before anything else: the user's data were deleted. */
  | { readonly type: 'paused' }
  /** The server does not know the user: register, and begin again. */
  | { readonly type: 'unregistered' }
  /** The user's data were deleted elsewhere: wipe, and begin again. */
  | { readonly type: 'deleted'; readonly generation: number | null };

/** What a failed call means wherever the caller has no better answer to it. */
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

/** The launch data are good, but too old for what cannot be undone. */
export function isStale(failure: Failure): boolean {
  return failure.type === 'refused' && failure.code === 'launch_data_stale';
}

/** The server (or a proxy before it) says that what was sent is at fault. */
export function isAtFault(failure: Failure): boolean {
  return failure.type === 'refused' && [400, 413, 414, 415, 422, 431].includes(failure.status);
}
