/** A draft of this screen, for as long as the screen stands. */
import { useLayoutEffect, useState } from 'react';
import { systemClock } from '#platform/clock.ts';
import { noteStoredDraft, readDraftMirror, writeDraftMirror } from '#platform/draft-mirror.ts';
import { type DraftOptions, openDraft } from './draft.ts';

export interface ScreenDraft<T> {
  /** Undefined while it is being read. */
  readonly value: T | undefined;
  update(change: (before: T) => T): void;
}

const mirror = { read: readDraftMirror, write: writeDraftMirror, note: noteStoredDraft };

/** Device and key must not change while the screen stands; give it a React key that does. */
export function useDraft<T>(
  device: DraftOptions<T>['device'],
  key: string,
  read: (stored: unknown) => T | null,
  initial: () => T,
): ScreenDraft<T> {
  const [draft] = useState(() => openDraft({ device, key, mirror, clock: systemClock, read, initial }));
  const [value, setValue] = useState(() => draft.current());
  // Before the browser can hand over a key: what is typed into a field's first frame is rendered like everything after it.
  useLayoutEffect(() => {
    const show = () => setValue(() => draft.current());
    show();
    return draft.subscribe(show);
  }, [draft]);
  return { value, update: draft.update };
}
