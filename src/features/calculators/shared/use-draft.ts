/** A draft of this screen, for as long as it is mounted. */
import { useLayoutEffect, useState } from 'react';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { CALCULATORS } from '#core/calculators/catalogue.ts';
import { useDevice } from '#device/device-context.ts';
import type { DeviceRecord } from '#device/model.ts';
import { systemClock } from '#platform/clock.ts';
import { noteStoredDraft, readDraftMirror, writeDraftMirror } from '#platform/draft-mirror.ts';
import { type Draft, openDraft } from './draft.ts';

export interface ScreenDraft<T> {
  /** Undefined while it is being read. */
  readonly value: T | undefined;
  /** No stored draft can replace it any more: only then may anything but the user change it. */
  readonly isSettled: boolean;
  update(change: (before: T) => T): void;
}

const mirror = { read: readDraftMirror, write: writeDraftMirror, note: noteStoredDraft };

/** A record opened from the history has a draft of its own. */
export function draftKey(type: CalculationType, opened: DeviceRecord | null): string {
  const { folder } = CALCULATORS[type];
  return opened === null ? folder : `${folder}/opened`;
}

/** The key must not change while the screen is mounted; give it a React key that changes with it. */
export function useDraft<T>(
  key: string,
  read: (stored: unknown) => T | null,
  initial: () => T,
): ScreenDraft<T> {
  const device = useDevice();
  const [draft] = useState(() => openDraft({ device, key, mirror, clock: systemClock, read, initial }));
  const [shown, setShown] = useState(() => lookAt(draft));
  // Before the browser delivers a key press, so that text typed in a field's first frame renders like later text.
  useLayoutEffect(() => {
    const show = () =>
      setShown((before) => {
        const now = lookAt(draft);
        return now.value === before.value && now.isSettled === before.isSettled ? before : now;
      });
    show();
    const end = draft.subscribe(show);
    // A phone usually hides a page before it ends it.
    document.addEventListener('visibilitychange', draft.flush);
    return () => {
      end();
      document.removeEventListener('visibilitychange', draft.flush);
      draft.flush();
    };
  }, [draft]);
  return { ...shown, update: draft.update };
}

function lookAt<T>(draft: Draft<T>) {
  return { value: draft.current(), isSettled: draft.isSettled() };
}
