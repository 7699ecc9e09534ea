/** Fetches the list of friends, from the newest on and as far as a screen looks at it. */
import { MAX_REFERRALS_PAGE } from '#core/contract/points.ts';
import type { Device } from './model.ts';
import { takeReferrals } from './store/referrals.ts';
import type { SyncContext } from './sync/context.ts';

export type ReferralCalls = Pick<Device, 'refreshReferrals' | 'loadReferrals'>;
type Outcome = Awaited<ReturnType<ReferralCalls['loadReferrals']>>;

const PAGE = 50;

/** One look through the list: what it has had so far. */
interface Look {
  readonly total: number;
  readonly offset: number;
  /** Null after the last page. */
  readonly cursor: string | null;
}

export function referralCalls(
  { api, store, userId, clock }: SyncContext,
  generationOf: () => Promise<number | null>,
): ReferralCalls {
  let look: Look | null = null;
  let wanted = 0;
  let running: Promise<Outcome> | null = null;

  /** The next page; larger ones where many are wanted. */
  async function fetchPage(): Promise<Outcome> {
    const from = look;
    const offset = from?.offset ?? 0;
    const limit = Math.min(MAX_REFERRALS_PAGE, Math.max(PAGE, wanted - offset));
    const generation = await generationOf();
    const body = { userId, limit, ...(from?.cursor ? { cursor: from.cursor } : {}) };
    const answer = await api.call('referrals', { body, generation });
    if (!answer.ok) return answer.failure.type === 'no_answer' ? 'offline' : 'failed';
    const { referrals: friends, nextCursor } = answer.value;
    const total = from?.total ?? answer.value.total;
    const page = { friends, offset, total, isLast: nextCursor === null };
    const isTaken = await takeReferrals(store, page, generation, clock.now());
    look = isTaken ? { total, offset: offset + friends.length, cursor: nextCursor } : null;
    return 'ok';
  }

  async function fetchWanted(): Promise<Outcome> {
    while (look === null || (look.cursor !== null && look.offset < wanted)) {
      const outcome = await fetchPage();
      if (outcome !== 'ok') return outcome;
    }
    return 'ok';
  }

  function loadReferrals(count: number): Promise<Outcome> {
    wanted = count;
    running ??= fetchWanted().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    loadReferrals,
    async refreshReferrals() {
      await running;
      look = null;
      return loadReferrals(PAGE);
    },
  };
}
