/** Writes records, and tells the screen when each one is on the device. */
import { useEffect, useRef } from 'react';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { useDevice } from '#device/device-context.ts';
import type { CalculationInputs, DeviceRecord } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { painted } from '#ui/after-paint.ts';
import { useToast } from '#ui/toast.tsx';
import { useRecord } from './record-line.tsx';

export interface RecordWriter {
  /** Writes a record. Repeating it during or after a successful write does nothing. */
  write(id: string, inputs: CalculationInputs): void;
  /** Writes newer inputs of a record, after its pending write; if that failed, writes the record itself. */
  revise(id: string, inputs: CalculationInputs): void;
}

/** @param onSaved called once a record is durable (or in memory, if nothing can be kept) */
export function useSaveRecord(calculationType: CalculationType, onSaved: (id: string) => void): RecordWriter {
  const device = useDevice();
  const { t } = useTranslation('calculators');
  const host = useHost();
  const toast = useToast();
  /** Per record, whether its last write succeeded. */
  const writes = useRef(new Map<string, Promise<boolean>>());
  const mounted = useRef(false);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const failed = (error: unknown) => {
    console.error('Cannot save a calculation', error);
    host.haptic('error');
    toast({ text: t('record.failed') });
    return false;
  };

  const record = async (id: string, inputs: CalculationInputs): Promise<boolean> => {
    // A copy of the draft is kept already, so paint the tap's feedback first.
    await painted();
    try {
      await device.record({ id, calculationType, inputs });
    } catch (error) {
      return failed(error);
    }
    if (mounted.current) {
      host.haptic('success');
      onSaved(id);
    }
    return true;
  };

  const revision = async (id: string, inputs: CalculationInputs): Promise<boolean> => {
    const isWritten = (await writes.current.get(id)) ?? true;
    if (!isWritten) return record(id, inputs);
    await painted();
    try {
      await device.reviseRecord(id, inputs);
      return true;
    } catch (error) {
      return failed(error);
    }
  };

  const write = async (id: string, inputs: CalculationInputs): Promise<boolean> =>
    (await writes.current.get(id)) === true || record(id, inputs);

  return {
    write: (id, inputs) => void writes.current.set(id, write(id, inputs)),
    revise: (id, inputs) => void writes.current.set(id, revision(id, inputs)),
  };
}

/**
 * The record of the last calculation; null if it is not on the device. If a reload interrupted its write, this detects
 * that it was written, or writes it again.
 */
export function useCalculatedRecord(
  calculated: { readonly id: string | null; readonly kept: boolean } | null | undefined,
  onSaved: (id: string) => void,
  onMissing: () => void,
): DeviceRecord | null | undefined {
  const id = calculated?.id ?? null;
  const record = useRecord(id);
  const isOpen = id !== null && calculated?.kept === false;
  const state = !isOpen || record === undefined ? 'settled' : record === null ? 'missing' : 'found';
  const act = useRef({ onSaved, onMissing });
  act.current = { onSaved, onMissing };

  useEffect(() => {
    if (id === null) return;
    if (state === 'found') act.current.onSaved(id);
    if (state === 'missing') act.current.onMissing();
  }, [state, id]);

  // A record that was just saved may not have been read again yet: it is not gone.
  const unseen = useRef<string | null>(null);
  if (isOpen) unseen.current = id;
  if (record) unseen.current = null;
  return id !== null && unseen.current === id && record === null && !isOpen ? undefined : record;
}
