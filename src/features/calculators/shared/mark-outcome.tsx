/** Under a recorded result: notes what became of its trade, in the sheet of the journal. */
import { Flag } from 'lucide-react';
import { useContext } from 'react';
import { recordedSymbol } from '#core/calculators/record-summary.ts';
import { canBeWon } from '#core/calculators/trade-of-record.ts';
import type { DeviceRecord } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { type LoadOutcomeSheet, OutcomeSheetContext } from './outcome-sheet.ts';
import { useLateDialog } from './use-late-dialog.ts';

export interface MarkOutcomeProps {
  /** Of the shown result; null or undefined if it is not on the device. */
  readonly record: DeviceRecord | null | undefined;
}

/** Nothing for a record that can be neither won nor lost. */
export function MarkOutcome({ record }: MarkOutcomeProps) {
  const load = useContext(OutcomeSheetContext);
  if (load === null || !record || !canBeWon(record.calculationType)) return null;
  return <Action key={record.id} record={record} load={load} />;
}

function Action({ record, load }: { readonly record: DeviceRecord; readonly load: LoadOutcomeSheet }) {
  const { t } = useTranslation('calculators');
  const { Dialog, isOpen, isLoading, open, close } = useLateDialog(load, t('outcome.notLoaded'));
  const { calculationType, inputs, outcome } = record;
  const title = [recordedSymbol(inputs), t(`name.${calculationType}`)].filter((part) => part !== '');
  return (
    <>
      <Button variant="plain" small busy={isLoading} aria-haspopup="dialog" onClick={open}>
        <Flag size={18} strokeWidth={1.75} aria-hidden="true" />
        {(outcome?.result ?? '') === '' ? t('outcome.mark') : t('outcome.change')}
      </Button>
      {Dialog !== null && (
        <Dialog record={isOpen ? record : null} title={title.join(' · ')} onClose={close} />
      )}
    </>
  );
}
