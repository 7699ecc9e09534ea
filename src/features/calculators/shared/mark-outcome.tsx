/** Under a recorded result: notes what became of its trade, in the sheet of the journal. */
import { Flag } from 'lucide-react';
import { useContext, useState } from 'react';
import { recordedSymbol } from '#core/calculators/record-summary.ts';
import { canBeWon } from '#core/calculators/trade-of-record.ts';
import type { DeviceRecord } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { useLateDialog } from '#ui/use-late-dialog.ts';
import { type LoadOutcomeSheet, OutcomeSheetContext } from './outcome-sheet.ts';

export interface MarkOutcomeProps {
  /** Of the shown result; null or undefined if it is not on the device. */
  readonly record: DeviceRecord | null | undefined;
}

/** Nothing for a record that can be neither won nor lost. */
export function MarkOutcome({ record }: MarkOutcomeProps) {
  const load = useContext(OutcomeSheetContext);
  const [last, setLast] = useState(record);
  if (record && record !== last) setLast(record);
  if (load === null || !last || !canBeWon(last.calculationType)) return null;
  return <Action key={last.id} record={last} isHere={Boolean(record)} load={load} />;
}

interface ActionProps {
  readonly record: DeviceRecord;
  /** False once it is deleted elsewhere: an open sheet stays, and says so. */
  readonly isHere: boolean;
  readonly load: LoadOutcomeSheet;
}

function Action({ record, isHere, load }: ActionProps) {
  const { t } = useTranslation('calculators');
  const { Dialog, isOpen, isLoading, open, close } = useLateDialog(load, t('outcome.notLoaded'));
  const { calculationType, inputs, outcome } = record;
  const title = [recordedSymbol(inputs), t(`name.${calculationType}`)].filter((part) => part !== '');
  return (
    <>
      {isHere && (
        <Button variant="plain" small busy={isLoading} aria-haspopup="dialog" onClick={open}>
          <Flag size={18} strokeWidth={1.75} aria-hidden="true" />
          {(outcome?.result ?? '') === '' ? t('outcome.mark') : t('outcome.change')}
        </Button>
      )}
      {Dialog !== null && (
        <Dialog record={isOpen ? record : null} title={title.join(' · ')} onClose={close} />
      )}
    </>
  );
}
