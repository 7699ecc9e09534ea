/** Fetches the list of friends, newest first, as far as a screen scrolls. */
import { MAX_REFERRALS_PAGE, type ReferralItem } from '#core/contract/points.ts';
import type { Device } from '../model.ts';
import { takeReferrals } from '../store/referrals.ts';
import { type Failure, isReopening } from '../sync/api-client.ts';
import type { SyncContext } from '../sync/context.ts';

export type ReferralCalls = Pick<Device, 'refreshReferrals' | 'loadReferrals'>;
type Outcome = Awaited<ReturnType<ReferralCalls['loadReferrals']>>;

const PAGE = 50;
/** When the user jumps far down, the pages in between are kept and shown this many at a time: they are only passed. */
const KEPT_AT_A_TIME = 1_000;
/** A server that asks for a longer pause, or for many in a row, is in trouble: the screen shows a failure. */
const LONGEST_WAIT_MS = 2 * 60_000;
const MAX_WAITS = 3;

/** One pass through the list: its progress so far. */
interface Look {
  readonly generation: number | null;
  readonly total: number;
  readonly offset: number;
  /** Null after the last page. */
  readonly cursor: string | null;
}

/** Fetched pages that are not kept yet, in order. */
interface Gathered {
  readonly offset: number;
  readonly asOf: number;
  readonly friends: readonly ReferralItem[];
}

export function referralCalls(
  { api, store, userId, clock, log }: SyncContext,
  generationOf: () => Promise<number | null>,
): ReferralCalls {
  let look: Look | null = null;
  let gathered: Gathered | null = null;
  let wanted = 0;
  let running: Promise<Outcome> | null = null;

  const isEnough = () => look !== null && (look.cursor === null || look.offset >= wanted);

  /** Fetches the next page; pages are larger if many friends are requested. */
  async function fetchPage(): Promise<Failure | null> {
    const generation = await generationOf();
    if (look !== null && look.generation !== generation) {
      look = null;
      gathered = null;
    }
    const { total, offset, cursor } = look ?? { total: null, offset: 0, cursor: null };
    const limit = Math.min(MAX_REFERRALS_PAGE, Math.max(PAGE, wanted - offset));
    const body = { userId, limit, ...(cursor === null ? {} : { cursor }) };
    const answer = await api.call('referrals', { body, generation });
    if (!answer.ok) return answer.failure;
    const { referrals, nextCursor, maxAgeS } = answer.value;
    gathered = {
      offset: gathered?.offset ?? offset,
      asOf: gathered?.asOf ?? clock.now() - maxAgeS * 1000,
      friends: [...(gathered?.friends ?? []), ...referrals],
    };
    look = {
      generation,
      total: total ?? answer.value.total,
      offset: offset + referrals.length,
      cursor: nextCursor,
    };
    return null;
  }

  async function keepGathered(): Promise<void> {
    if (look === null || gathered === null) return;
    const { generation, total, cursor } = look;
    const { offset, asOf, friends } = gathered;
    gathered = null;
    const page = { friends, offset, total, isLast: cursor === null };
    if (!(await takeReferrals(store, page, generation, asOf))) look = null;
  }

  /** Always awaits before it ends, so `running` is set by then. */
  async function fetchWanted(): Promise<Outcome> {
    let waits = 0;
    try {
      while (!isEnough() || gathered !== null) {
        if (isEnough() || (gathered?.friends.length ?? 0) >= KEPT_AT_A_TIME) {
          await keepGathered();
          continue;
        }
        const failure = await fetchPage();
        if (failure === null) {
          waits = 0;
          continue;
        }
        await keepGathered();
        const waitMs = waitOf(failure);
        waits += 1;
        if (waitMs === null || waits > MAX_WAITS) return outcomeOf(failure);
        await new Promise<void>((resolve) => clock.after(waitMs, resolve));
      }
      return 'ok';
    } catch (cause) {
      log('Cannot save the friends', cause);
      look = null;
      gathered = null;
      return 'failed';
    } finally {
      // Runs synchronously after the last check of `wanted`, so that a later request starts a new fetch.
      running = null;
    }
  }

  async function loadReferrals(count: number): Promise<Outcome> {
    wanted = count;
    if (running === null) {
      if (isEnough()) return 'ok';
      running = fetchWanted();
    }
    return running;
  }

  return {
    loadReferrals,
    async refreshReferrals() {
      while (running !== null) await running;
      look = null;
      return loadReferrals(PAGE);
    },
  };
}

/** How long the server asks clients to pause; null if waiting does not help. */
function waitOf(failure: Failure): number | null {
  if (failure.type !== 'refused' || failure.status !== 429 || failure.retryAfterMs === null) return null;
  return failure.retryAfterMs <= LONGEST_WAIT_MS ? failure.retryAfterMs : null;
}

function outcomeOf(failure: Failure): Outcome {
  if (failure.type === 'no_answer') return 'offline';
  return isReopening(failure) ? 'reopen' : 'failed';
}
