/** Any number of records as one list of the page: only rows near the screen are rendered. */
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import { type DeviceRecord, isKept } from '#device/model.ts';
import { useLive } from '#ui/use-live.ts';
import { RecordRow, type SummaryOf } from './record-row.tsx';

export interface RecordListProps {
  readonly records: readonly DeviceRecord[];
  readonly summaryOf: SummaryOf;
  /** Names the list for screen readers. */
  readonly label: string;
  readonly onOpen: (record: DeviceRecord) => void;
  readonly onDelete: (record: DeviceRecord) => void;
}

/** The last measured row height: on return, the list has its former length before any row is measured. */
let rowHeight = 84;

export function RecordList(props: RecordListProps) {
  const device = useDevice();
  const { records, summaryOf, label, onOpen, onDelete } = props;
  const areKept = isKept(useLive(device.live.durability));
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // The focused row stays rendered, wherever the page is scrolled to.
  const [focused, setFocused] = useState(-1);
  const rangeExtractor = useCallback((range: Range) => withRow(range, focused), [focused]);
  const virtual = useWindowVirtualizer({
    count: records.length,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: top,
    getItemKey: (index) => records[index]?.id ?? index,
    rangeExtractor,
  });
  const shown = virtual.getVirtualItems();

  // Content above the list may grow or disappear.
  useLayoutEffect(() => {
    const now = list.current === null ? 0 : list.current.getBoundingClientRect().top + window.scrollY;
    if (Math.abs(now - top) >= 1) setTop(now);
    rowHeight = shown[0]?.size ?? rowHeight;
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
              <RecordRow
                record={record}
                summaryOf={summaryOf}
                isKept={areKept}
                onOpen={onOpen}
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
