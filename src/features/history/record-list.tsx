/** Records as a list that grows as it is scrolled: hundreds of them never slow the first ones down. */
import { startTransition, useEffect, useRef, useState } from 'react';
import type { Device, DeviceRecord } from '#data/model.ts';
import { useLive } from '#ui/use-live.ts';
import { RecordRow } from './record-row.tsx';

export interface RecordListProps {
  readonly device: Device;
  readonly records: readonly DeviceRecord[];
  readonly onOpen: (record: DeviceRecord) => void;
  readonly onDelete: (record: DeviceRecord) => void;
}

const STEP = 20;

export function RecordList({ device, records, onOpen, onDelete }: RecordListProps) {
  const [shown, setShown] = useState(STEP);
  const end = useRef<HTMLLIElement>(null);
  const isKept = useLive(device.live.durability) !== 'memory';
  const isMore = shown < records.length;

  useEffect(() => {
    const element = end.current;
    if (element === null || !isMore) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        startTransition(() => setShown(shown + STEP));
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isMore, shown]);

  return (
    <ul className="card card-rows history-list">
      {records.slice(0, shown).map((record) => (
        <RecordRow key={record.id} record={record} isKept={isKept} onOpen={onOpen} onDelete={onDelete} />
      ))}
      {isMore && <li ref={end} className="history-more" />}
    </ul>
  );
}
