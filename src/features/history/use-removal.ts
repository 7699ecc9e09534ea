/** Deletes records of the history. One toast undoes all deletions that it has told of. */
import { useCallback, useRef } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { DeviceRecord } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { useToast } from '#ui/toast.tsx';

/**
 * Resolves to false if the record could not be deleted.
 * @param focusAfter only for a deletion by key: gets the focus from the toast's Undo.
 */
export type Remove = (record: DeviceRecord, focusAfter?: HTMLElement | null) => Promise<boolean>;

export function useRemoval(): Remove {
  const device = useDevice();
  const { t } = useTranslation(['history', 'calculators']);
  const host = useHost();
  const toast = useToast();
  /** Those that the shown toast can undo. */
  const undoable = useRef<readonly DeviceRecord[]>([]);

  return useCallback(
    async (record, focusAfter) => {
      try {
        await device.deleteRecord(record.id);
      } catch (error) {
        console.error('Cannot delete a record', record.id, error);
        toast({ text: t('history:deleteFailed') });
        return false;
      }
      host.haptic('impact');
      const removed = [...undoable.current, record];
      undoable.current = removed;
      const restore = () => {
        Promise.all(removed.map((one) => device.restoreRecord(one))).catch((error: unknown) => {
          console.error('Cannot restore records', error);
          toast({ text: t('history:restoreFailed') });
        });
      };
      const count = removed.length;
      toast({
        text: count === 1 ? t('history:deleted') : t('history:deletedMore', { count }),
        action: { label: t('calculators:undo'), onAction: restore, focusAfter },
        onEnd: () => {
          if (undoable.current === removed) undoable.current = [];
        },
      });
      return true;
    },
    [device, host, t, toast],
  );
}
