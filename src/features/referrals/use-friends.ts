/** The list of friends as far as it is known here; fetches more of it as the user scrolls. */
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { Device, Referral } from '#device/model.ts';
import { useLive } from '#ui/use-live.ts';

/**
 * - `loading`: nothing has arrived yet.
 * - `ok`: the newest friends are up to date.
 * - `offline`, `reopen`, `failed`: they are not; or, if `isFresh`, only those further down are not. `reopen`: nothing
 *   arrives before the app is reopened from the chat.
 */
export type Fetching = 'loading' | Outcome;
type Outcome = Awaited<ReturnType<Device['loadReferrals']>>;

export interface Friends {
  readonly items: readonly Referral[];
  /** Number of rows in the list, including those still to be fetched, as long as they can arrive. */
  readonly rows: number;
  /** Number of friends; null until known. */
  readonly total: number | null;
  readonly fetching: Fetching;
  /** Whether the newest friends have been fetched since the screen was opened. */
  readonly isFresh: boolean;
  /** When the list was fetched; null if there is none. */
  readonly asOf: number | null;
  /** Reports that rows up to this one are visible. */
  readonly look: (row: number) => void;
  readonly retry: () => void;
}

/** Rows fetched beyond the visible ones. */
const AHEAD = 30;
const UNKNOWN_ROWS = 3;

export function useFriends(): Friends {
  const device = useDevice();
  const known = useLive(device.live.referrals);
  const profile = useLive(device.live.profile);
  const [fetching, setFetching] = useState<Fetching>('loading');
  const [isFresh, setFresh] = useState(false);
  const wanted = useRef(0);
  /** Until the newest are fetched, nothing further down is requested. */
  const isHalted = useRef(true);

  const settle = useCallback((outcome: Outcome) => {
    isHalted.current = outcome !== 'ok';
    setFetching(outcome);
  }, []);

  /** Repeats if the user scrolled further meanwhile. */
  const loadWanted = useCallback(async () => {
    let outcome: Outcome = 'ok';
    for (let count = 0; outcome === 'ok' && count !== wanted.current; ) {
      count = wanted.current;
      outcome = await device.loadReferrals(count);
    }
    settle(outcome);
  }, [device, settle]);

  const refresh = useCallback(async () => {
    const outcome = await device.refreshReferrals();
    if (outcome !== 'ok') return settle(outcome);
    setFresh(true);
    await loadWanted();
  }, [device, settle, loadWanted]);

  const retry = useCallback(() => {
    setFetching('loading');
    void (isFresh ? loadWanted() : refresh());
  }, [isFresh, loadWanted, refresh]);

  const look = useCallback(
    (row: number) => {
      const count = row + 1 + AHEAD;
      if (count === wanted.current) return;
      wanted.current = count;
      if (!isHalted.current) void device.loadReferrals(count).then(settle);
    },
    [device, settle],
  );

  useEffect(() => void refresh(), [refresh]);
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);

  // A server can become reachable again without a browser event: a successful sync shows it.
  const isThrough = useLive(device.live.sync)?.phase === 'idle';
  const takeUp = useEffectEvent(() => {
    if (fetching === 'offline') retry();
  });
  useEffect(() => {
    if (isThrough) takeUp();
  }, [isThrough]);

  return useMemo(() => {
    const items = known?.items ?? [];
    const total = known?.total ?? profile?.friends ?? null;
    const isEnd = known?.isComplete === true || (fetching !== 'loading' && fetching !== 'ok');
    const rows = isEnd ? items.length : Math.max(total ?? UNKNOWN_ROWS, items.length);
    const asOf = known ? (isEnd && !isFresh ? known.oldestAsOf : known.asOf) : null;
    return { items, rows, total, fetching, isFresh, asOf, look, retry };
  }, [known, profile, fetching, isFresh, look, retry]);
}
