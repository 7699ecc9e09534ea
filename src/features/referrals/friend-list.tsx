/** Any number of friends as one list of the page: only the rows near the screen are there. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ComingRow, FriendRow } from './friend-row.tsx';
import type { Friends } from './use-friends.ts';

/** How tall a row was last time: coming back, the list is as long as it was before a row is measured. */
let rowHeight = 60;

export function FriendList({
  friends: { items, rows, total, look },
  label,
}: {
  readonly friends: Friends;
  readonly label: string;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const virtual = useWindowVirtualizer({
    count: rows,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (index) => items[index]?.id ?? -1 - index,
  });
  const shown = virtual.getVirtualItems();

  // What stands above the list may grow or go.
  useLayoutEffect(() => {
    const now = list.current === null ? 0 : list.current.getBoundingClientRect().top + window.scrollY;
    if (Math.abs(now - top) >= 1) setTop(now);
    const height = shown.find(({ index }) => index < items.length)?.size;
    if (height !== undefined) rowHeight = height;
  });

  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => look(last), [look, last]);
  useStayingAtFriend(total, top);

  return (
    <ul
      ref={list}
      className="friends"
      aria-label={label}
      aria-busy={items.length === 0}
      style={{ height: virtual.getTotalSize() }}
    >
      {shown.map(({ index, key, start }) => {
        const friend = items[index];
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-hidden={friend === undefined || undefined}
            aria-setsize={rows}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {friend === undefined ? <ComingRow /> : <FriendRow friend={friend} />}
          </li>
        );
      })}
    </ul>
  );
}

/** New friends come on top: whoever is looking further down goes on looking at the same friend. */
function useStayingAtFriend(total: number | null, top: number): void {
  const before = useRef(total);
  useLayoutEffect(() => {
    const more = total === null || before.current === null ? 0 : total - before.current;
    before.current = total;
    if (more > 0 && window.scrollY > top) window.scrollBy({ top: more * rowHeight, behavior: 'instant' });
  }, [total, top]);
}
