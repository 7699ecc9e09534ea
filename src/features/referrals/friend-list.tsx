/** Any number of friends as one list of the page: only rows near the screen are rendered. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ComingRow, FriendRow } from './friend-row.tsx';
import type { Friends } from './use-friends.ts';

/** The assumed row height. Measured once, so that the list keeps its length on return and while scrolling. */
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
  // Every friend has a permanent number as key. So measurements stay valid, and a new page does not lay out all rows
  // again.
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

  // Content above the list may grow or disappear.
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
            // A friend who is still being fetched has the same height, so that scrolling to the end works.
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

/** New friends are added on top: the scroll position follows, so that the same friends stay in view. */
function useStayingAtFriend(total: number | null, top: number, height: number): void {
  const before = useRef(total);
  useLayoutEffect(() => {
    const more = total === null || before.current === null ? 0 : total - before.current;
    before.current = total;
    if (more > 0 && window.scrollY > top) window.scrollBy({ top: more * height, behavior: 'instant' });
  }, [total, top, height]);
}
