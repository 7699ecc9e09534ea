/** What a calculator says when it refuses: a sound for the hand, and a message to be read. */
import { useCallback, useState } from 'react';
import { useHost } from '#platform/host-context.tsx';
import type { Message } from './message-dialog.tsx';

export interface Refusal {
  readonly message: Message | null;
  refuse(message: Message): void;
  /** Only felt: the fields themselves say what is missing. */
  missing(): void;
  close(): void;
}

export function useRefusal(): Refusal {
  const host = useHost();
  const [message, setMessage] = useState<Message | null>(null);
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
