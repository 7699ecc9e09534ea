/** The user's friends, page by page from the server. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReferralItem } from '#core/contract/points.ts';
import { createApiClient } from '#data/sync/api-client.ts';
import { systemClock } from '#platform/clock.ts';
import { useHost } from '#platform/host-context.tsx';

export interface Referrals {
  readonly items: readonly ReferralItem[];
  readonly total: number | null;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly hasMore: boolean;
  /** Fetches the next page, or tries again what failed. */
  readonly more: () => void;
}

interface Fetched {
  readonly items: readonly ReferralItem[];
  readonly total: number | null;
  /** Undefined before the first page, null after the last. */
  readonly cursor: string | null | undefined;
}

const NOTHING: Fetched = { items: [], total: null, cursor: undefined };

export function useReferrals(userId: number): Referrals {
  const { launchData } = useHost();
  const client = useMemo(
    () => createApiClient({ fetch: window.fetch.bind(window), baseUrl: '', launchData, clock: systemClock }),
    [launchData],
  );
  const [fetched, setFetched] = useState(NOTHING);
  const [state, setState] = useState<Referrals['state']>('loading');

  const fetchPage = useCallback(
    async (before: Fetched, isLeft: () => boolean) => {
      const body = { userId, ...(before.cursor ? { cursor: before.cursor } : {}) };
      const answer = await client.call('referrals', { body });
      if (isLeft()) return;
      if (!answer.ok) {
        setState('failed');
        return;
      }
      const { referrals, total, nextCursor } = answer.value;
      setFetched({ items: [...before.items, ...referrals], total, cursor: nextCursor });
      setState('ready');
    },
    [client, userId],
  );

  useEffect(() => {
    let left = false;
    void fetchPage(NOTHING, () => left);
    return () => {
      left = true;
    };
  }, [fetchPage]);

  return {
    items: fetched.items,
    total: fetched.total,
    state,
    hasMore: typeof fetched.cursor === 'string',
    more: () => {
      setState('loading');
      void fetchPage(fetched, () => false);
    },
  };
}
