/** Writes records: after each one the screen may say that it is on the device. */
import { useEffect, useRef } from 'react';
import type { CalculationType } from '#core/points/events.ts';
import type { CalculationInputs, Device, DeviceRecord } from '#data/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { painted } from '#ui/after-paint.ts';
import { useToast } from '#ui/toast.tsx';
import { useRecord } from './record-line.tsx';

export interface Keeping {
  /** Writes a record. The same one again, while or after that succeeds, writes nothing. */
  write(id: string, inputs: CalculationInputs): void;
  /** Writes newer inputs of a record, after whatever of it is being written; the record itself where that had failed. */
  revise(id: string, inputs: CalculationInputs): void;
}

/** @param onKept called once a record is durable (or in memory, where nothing can be kept) */
export function useKeeping(
  device: Device,
  calculationType: CalculationType,
  onKept: (id: string) => void,
): Keeping {
  const { t } = useTranslation('calculators');
  const host = useHost();
  const toast = useToast();
  /** Per record, whether the last write of it got through. */
  const writes = useRef(new Map<string, Promise<boolean>>());
  const mounted = useRef(false);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const failed = (error: unknown) => {
    console.error('A calculation could not be kept', error);
    host.haptic('error');
    toast({ text: t('record.failed') });
    return false;
  };

  const record = async (id: string, inputs: CalculationInputs): Promise<boolean> => {
    // The draft knows of it already, so the tap is answered first.
    await painted();
    try {
      await device.record({ id, calculationType, inputs });
    } catch (error) {
      return failed(error);
    }
    if (mounted.current) {
      host.haptic('success');
      onKept(id);
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
 * The record of what was calculated. Where the page was reloaded while it was being written, and nobody was left to say
 * so, it is noticed, or written again.
 */
export function useCalculatedRecord(
  device: Device,
  calculated: { readonly id: string | null; readonly kept: boolean } | null | undefined,
  onKept: (id: string) => void,
  onMissing: () => void,
): DeviceRecord | null | undefined {
  const id = calculated?.id ?? null;
  const record = useRecord(device, id);
  const isOpen = id !== null && calculated?.kept === false;
  const state = !isOpen || record === undefined ? 'settled' : record === null ? 'missing' : 'found';
  const act = useRef({ onKept, onMissing });
  act.current = { onKept, onMissing };

  useEffect(() => {
    if (id === null) return;
    if (state === 'found') act.current.onKept(id);
    if (state === 'missing') act.current.onMissing();
  }, [state, id]);
  return record;
}
