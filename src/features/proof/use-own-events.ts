/** The user's own events, newest first, a page at a time: the next one is read when the end comes into sight. */
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import type { Bucket, StoredEvent } from '#core/points/events.ts';
import { useDevice } from '#device/device-context.ts';

const PAGE = 50;

export interface OwnEvents {
  /** Undefined until read. */
  readonly events: readonly StoredEvent[] | undefined;
  /** For the last row; undefined if there are no more. */
  readonly endRef: RefCallback<Element> | undefined;
}

/** @param version a new one reads them again */
export function useOwnEvents(bucket: Bucket | null, version: unknown): OwnEvents {
  const device = useDevice();
  const [read, setRead] = useState<{ events: readonly StoredEvent[]; isAll: boolean }>();
  const current = useRef<object>({});

  const readFrom = useCallback(
    async (known: readonly StoredEvent[], reading: object) => {
      const before = known.at(-1)?.seq;
      const page = await device.ownEvents({
        limit: PAGE,
        ...(before === undefined ? {} : { before }),
        ...(bucket === null ? {} : { bucket }),
      });
      // Another filter was chosen meanwhile.
      if (current.current !== reading) return;
      setRead({ events: [...known, ...page], isAll: page.length < PAGE });
    },
    [device, bucket],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: events may have arrived with a new version
  useEffect(() => {
    const reading = {};
    current.current = reading;
    readFrom([], reading).catch((error) => console.warn('cannot read the events', error));
  }, [readFrom, version]);

  const events = read?.events;
  const endRef = useCallback(
    (row: Element | null) => {
      if (row === null || events === undefined) return;
      const sight = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        sight.disconnect();
        readFrom(events, current.current).catch((error) => console.warn('cannot read more events', error));
      });
      sight.observe(row);
      return () => sight.disconnect();
    },
    [events, readFrom],
  );
  return { events, endRef: read === undefined || read.isAll ? undefined : endRef };
}
