/** Fetches the list of friends, from the newest on and as far as a screen looks at it. */
import { MAX_REFERRALS_PAGE, type ReferralItem } from '#core/contract/points.ts';
import type { Device } from './model.ts';
import { takeReferrals } from './store/referrals.ts';
import { type Failure, isReopening } from './sync/api-client.ts';
import type { SyncContext } from './sync/context.ts';

export type ReferralCalls = Pick<Device, 'refreshReferrals' | 'loadReferrals'>;
type Outcome = Awaited<ReturnType<ReferralCalls['loadReferrals']>>;

const PAGE = 50;
/** On the way to somebody far down, so many are kept and shown at a time: nobody looks at those in between. */
const KEPT_AT_A_TIME = 1_000;
/** A server that asks for longer, or again and again, is in trouble: whoever looks is told. */
const LONGEST_WAIT_MS = 2 * 60_000;
const MAX_WAITS = 3;

/** One look through the list: what it has had so far. */
interface Look {
  readonly generation: number | null;
  readonly total: number;
  readonly offset: number;
  /** Null after the last page. */
  readonly cursor: string | null;
}

/** Pages that have come and are not kept yet, one after the other. */
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

  /** The next page; larger ones where many are wanted. */
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

  /** Begins with something to wait for: `running` is set by the time it ends. */
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
      log('The friends were not kept', cause);
      look = null;
      gathered = null;
      return 'failed';
    } finally {
      // In the same moment as the last look at what is wanted: nothing that is wanted later is taken for fetched.
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

/** How long the server asks to be left alone; null where waiting does not help. */
function waitOf(failure: Failure): number | null {
  if (failure.type !== 'refused' || failure.status !== 429 || failure.retryAfterMs === null) return null;
  return failure.retryAfterMs <= LONGEST_WAIT_MS ? failure.retryAfterMs : null;
}

function outcomeOf(failure: Failure): Outcome {
  if (failure.type === 'no_answer') return 'offline';
  return isReopening(failure) ? 'reopen' : 'failed';
}
