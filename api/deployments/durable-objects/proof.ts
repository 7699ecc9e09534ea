/** The object of the log of published totals: its alarm builds each day from the objects of users, and it answers for the log. */
import { proofMigrations } from '#api/migrations.ts';
import type { LogPeer } from '#api/proof/log-peer.ts';
import { newestEntry } from '#api/proof/log-store.ts';
import { openPublishing, type ProofDeps } from '#api/proof/open.ts';
import { CHECKPOINT_CACHE_CONTROL, TILE_CACHE_CONTROL } from '#api/runtime/http/headers.ts';
import { type Alarm, createScheduler, oneAtATime } from '#api/runtime/scheduler.ts';
import { migrateOrThrow } from '#api/runtime/sqlite/migrations.ts';
import { type ObjectLeavesDeps, objectLeaves } from './object-leaves.ts';
import type { SharedCache } from './public.ts';

export interface ProofObjectDeps extends ProofDeps, ObjectLeavesDeps {
  readonly clock: { now(): number };
  readonly alarm: Alarm;
  /** Nothing is published. */
  readonly readOnly: boolean;
  readonly onFault: (message: string, cause: unknown) => void;
  /** What has failed works again. */
  readonly onRecovered?: (message: string) => void;
}

export interface ProofObject extends LogPeer {
  /** Sets the alarm if there is none: the cron trigger calls it. */
  refresh(): Promise<void>;
  /** The newest published day, days since 1970; null before the first. */
  newestDay(): Promise<number | null>;
  onAlarm(): Promise<void>;
}

/** How long publishing rests after a failure, milliseconds. */
const PAUSE_MS = 60_000;
/** When another alarm takes over from one that does not end, milliseconds. */
const WATCH_MS = 5 * 60_000;
/** The platform counts the calls of an alarm. */
const STEPS = 1;

export function openProofObject(deps: ProofObjectDeps): ProofObject {
  const { sql, clock, readOnly } = deps;
  migrateOrThrow(sql, proofMigrations, clock.now());
  const { peer, duty } = openPublishing(deps, objectLeaves(deps), clock, STEPS);
  const scheduler = createScheduler({
    ...deps,
    duties: [oneAtATime(duty, clock, WATCH_MS)],
    isPaused: readOnly,
    pauseMs: PAUSE_MS,
  });
  scheduler.wake();
  return {
    ...peer,
    async refresh() {
      scheduler.wake();
    },
    newestDay: async () => newestEntry(sql)?.day ?? null,
    onAlarm: scheduler.ring,
  };
}

/** Static files of the log through the platform's cache: each of its places asks the object for a tile once. */
export function logThroughCache(cache: SharedCache, origin: string, log: LogPeer): LogPeer {
  return {
    async file(path) {
      const url = `${origin}/proof/${path}`;
      const known = await cache.match(url);
      if (known !== undefined) return new Uint8Array(await known.arrayBuffer());
      const bytes = await log.file(path);
      if (bytes !== null) {
        const headers = {
          'cache-control': path.startsWith('tile/') ? TILE_CACHE_CONTROL : CHECKPOINT_CACHE_CONTROL,
        };
        await cache.put(url, new Response(new Uint8Array(bytes), { headers }));
      }
      return bytes;
    },
    proof: (userId, day) => log.proof(userId, day),
    seal: (day, seal) => log.seal(day, seal),
  };
}
