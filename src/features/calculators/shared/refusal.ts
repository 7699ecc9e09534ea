/** A calculator's refusal: haptic feedback, and a message. */
import { useCallback, useState } from 'react';
import { useHost } from '#platform/host-context.tsx';
import type { DialogMessage } from './message-dialog.tsx';

export interface Refusal {
  readonly message: DialogMessage | null;
  refuse(message: DialogMessage): void;
  /** Haptic feedback only: the fields themselves show what is missing. */
  missing(): void;
  close(): void;
}

export function useRefusal(): Refusal {
  const host = useHost();
  const [message, setMessage] = useState<DialogMessage | null>(null);
  const close = useCallback(() => setMessage(null), []);
  return {
    message,
    refuse(next) {
      host.haptic('error');
      setMessage(next);
    },
    missing: () => host.haptic('error'),
    close,
  };
}
