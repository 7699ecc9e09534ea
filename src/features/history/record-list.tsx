/** Any number of records as one list of the page: only rows near the screen are rendered. */
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import { type DeviceRecord, isKept } from '#device/model.ts';
import { useLive } from '#ui/use-live.ts';
import { dayTitles } from './days.ts';
import { RecordRow, type SummaryOf } from './record-row.tsx';
import type { Remove } from './use-removal.ts';

export interface RecordListProps {
  readonly records: readonly DeviceRecord[];
  readonly summaryOf: SummaryOf;
  /** Names the list for screen readers. */
  readonly label: string;
  /** As of `localDay`. */
  readonly today: number;
  readonly onOpen: (record: DeviceRecord) => void;
  readonly onMark: (record: DeviceRecord) => void;
  readonly onDelete: Remove;
}

/** The last measured heights: on return, the list has its former length before any row is measured. */
let rowHeight = 88;
let dayHeight = 40;

export function RecordList(props: RecordListProps) {
  const device = useDevice();
  const { records, summaryOf, label, today, onOpen, onMark, onDelete } = props;
  const areKept = isKept(useLive(device.live.durability));
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // The focused row stays rendered, wherever the page is scrolled to.
  const [focused, setFocused] = useState(-1);
  const days = useMemo(() => dayTitles(records, today), [records, today]);
  const rangeExtractor = useCallback((range: Range) => withRow(range, focused), [focused]);
  const virtual = useWindowVirtualizer({
    count: records.length,
    estimateSize: (index) => rowHeight + (days[index] === null ? 0 : dayHeight),
    overscan: 6,
    scrollMargin: top,
    getItemKey: (index) => records[index]?.id ?? index,
    rangeExtractor,
  });
  const shown = virtual.getVirtualItems();

  // Content above the list may grow or disappear, without a render of the list.
  const [, look] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const screen = list.current?.closest('main');
    if (screen === null || screen === undefined) return;
    const sizes = new ResizeObserver(look);
    sizes.observe(screen);
    return () => sizes.disconnect();
  }, []);
  useLayoutEffect(() => {
    const now = list.current === null ? 0 : list.current.getBoundingClientRect().top + window.scrollY;
    if (Math.abs(now - top) >= 1) setTop(now);
    rowHeight = shown.find(({ index }) => days[index] === null)?.size ?? rowHeight;
    const first = shown.find(({ index }) => days[index] !== null);
    if (first !== undefined) dayHeight = Math.max(0, first.size - rowHeight);
  });

  return (
    <div className="card card-rows">
      <ul
        ref={list}
        className="history-list"
        aria-label={label}
        style={{ height: virtual.getTotalSize() }}
        onFocus={({ target }) => setFocused(Number(target.closest('li')?.dataset['index'] ?? -1))}
        onBlur={() => setFocused(-1)}
      >
        {shown.map(({ index, key, start }) => {
          const record = records[index];
          if (record === undefined) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={records.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {days[index] !== null && <h2 className="history-day">{days[index]}</h2>}
              <RecordRow
                record={record}
                summaryOf={summaryOf}
                isKept={areKept}
                onOpen={onOpen}
                onMark={onMark}
                onDelete={onDelete}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function withRow(range: Range, row: number): number[] {
  const rows = defaultRangeExtractor(range);
  if (row < 0 || row >= range.count || rows.includes(row)) return rows;
  return [...rows, row].toSorted((a, b) => a - b);
}
