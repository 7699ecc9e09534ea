/** Any number of friends as one list of the page: only the rows near the screen are there. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ComingRow, FriendRow } from './friend-row.tsx';
import type { Friends } from './use-friends.ts';

/** How tall rows are taken to be. Measured once: the list is as long when somebody comes back, and while they scroll. */
const rowHeight = { px: 60, isMeasured: false };

export function FriendList({
  friends: { items, rows, total, look },
  label,
}: {
  readonly friends: Friends;
  readonly label: string;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(rowHeight.px);
  // Everybody has a number for good. So what is measured stays, and rows are not all laid out anew with every page that comes.
  const first = total ?? rows;
  const layout = useMemo(
    () => ({ estimateSize: () => height, getItemKey: (index: number) => first - index }),
    [height, first],
  );
  const virtual = useWindowVirtualizer({
    count: rows,
    ...layout,
    overscan: 10,
    scrollMargin: top,
  });
  const shown = virtual.getVirtualItems();

  // What stands above the list may grow or go.
  useLayoutEffect(() => {
    const now = list.current === null ? 0 : list.current.getBoundingClientRect().top + window.scrollY;
    if (Math.abs(now - top) >= 1) setTop(now);
    if (rowHeight.isMeasured) return;
    const measured = list.current?.querySelector<HTMLElement>('li:not([aria-hidden])')?.offsetHeight;
    if (measured === undefined) return;
    rowHeight.px = measured;
    rowHeight.isMeasured = true;
    setHeight(measured);
  });

  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => look(last), [look, last]);
  useStayingAtFriend(total, top, height);

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
            // One who is still to come is as tall as the others: who scrolls to the end lands there.
            style={{
              transform: `translateY(${start - top}px)`,
              minHeight: friend === undefined ? height : undefined,
            }}
          >
            {friend === undefined ? <ComingRow /> : <FriendRow friend={friend} />}
          </li>
        );
      })}
    </ul>
  );
}

/** New friends come on top: whoever is looking further down goes on looking at the same friend. */
function useStayingAtFriend(total: number | null, top: number, height: number): void {
  const before = useRef(total);
  useLayoutEffect(() => {
    const more = total === null || before.current === null ? 0 : total - before.current;
    before.current = total;
    if (more > 0 && window.scrollY > top) window.scrollBy({ top: more * height, behavior: 'instant' });
  }, [total, top, height]);
}
