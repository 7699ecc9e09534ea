/** A message with Undo that goes with its screen: once left, the screen's draft is no longer the one in sight. */
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useToast } from '#ui/toast.tsx';

export function useUndo(): (text: string, undo: () => void) => void {
  const { t } = useTranslation('calculators');
  const toast = useToast();
  const hide = useRef(() => {});
  useEffect(() => () => hide.current(), []);
  return useCallback(
    (text, onAction) => {
      hide.current = toast({ text, action: { label: t('undo'), onAction } });
    },
    [t, toast],
  );
}
