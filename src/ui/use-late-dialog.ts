/** A dialog whose code is loaded with the tap that opens it. */
import { type ComponentType, useState } from 'react';
import { useToast } from './toast.tsx';
import { useOneAtATime } from './use-one-at-a-time.ts';

/** Longer, and the user should know that nothing comes. */
export const DIALOG_PATIENCE_MS = 5000;

export interface LateDialog<Props> {
  /** Null until its code is here. */
  readonly Dialog: ComponentType<Props> | null;
  readonly isOpen: boolean;
  readonly isLoading: boolean;
  open(): void;
  close(): void;
}

/** @param failure said if the code does not come. */
export function useLateDialog<Props>(
  load: () => Promise<ComponentType<Props>>,
  failure: string,
): LateDialog<Props> {
  const toast = useToast();
  const once = useOneAtATime();
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isLoading, setLoading] = useState(false);

  const open = async () => {
    setLoading(true);
    try {
      const loaded = await load();
      setDialog(() => loaded);
      setOpen(true);
    } catch (error) {
      console.warn('Cannot open a dialog', error);
      toast({ text: failure });
    }
    setLoading(false);
  };
  return { Dialog, isOpen, isLoading, open: () => void once(open), close: () => setOpen(false) };
}
