/** Average position: one price for several entries, and what take-profit levels would earn against it. */
import { useDeferredValue, useMemo } from 'react';
import { calculateAveragePosition, isEntry, isTakeProfitLevel } from '#core/calculators/average-position.ts';
import type { DeviceRecord } from '#data/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { systemClock } from '#platform/clock.ts';
import { useHost } from '#platform/host-context.tsx';
import { newRecordId } from '#platform/record-id.ts';
import { useToast } from '#ui/toast.tsx';
import {
  CalculatorFrame,
  type CalculatorScreenProps,
  type OpenedProps,
} from '../shared/calculator-screen.tsx';
import { MessageDialog } from '../shared/message-dialog.tsx';
import { RecordLine } from '../shared/record-line.tsx';
import { useRefusal } from '../shared/refusal.ts';
import { SharePrompt } from '../shared/share-prompt.tsx';
import { useDraft } from '../shared/use-draft.ts';
import { useCalculatedRecord, useKeeping } from '../shared/use-keeping.ts';
import { EditDialog } from './edit-dialog.tsx';
import { EntriesCard } from './entries-card.tsx';
import { LevelsCard } from './levels-card.tsx';
import {
  addEntry,
  addLevel,
  emptyPosition,
  fits,
  hasEdits,
  type PositionState,
  positionInput,
  recordedInputs,
  removeRow,
  saveEditing,
} from './position-state.ts';
import { openedPosition, readPosition } from './read-position.ts';
import { type Sitting, sittingStep } from './sitting.ts';
import { SummaryCard } from './summary-card.tsx';

export function AveragePositionScreen(props: CalculatorScreenProps) {
  return (
    <CalculatorFrame {...props} calculationType="AveragePosition">
      {(opened) => <AveragePosition device={props.device} opened={opened} />}
    </CalculatorFrame>
  );
}

function AveragePosition({ device, opened }: OpenedProps) {
  const { t } = useTranslation('calculators');
  const host = useHost();
  const toast = useToast();
  const refusal = useRefusal();
  const draft = usePositionDraft(device, opened);
  const state = draft.value;
  const sitting = state?.sitting ?? null;
  const onKept = (id: string) => draft.update((before) => withKept(before, id));
  const keeping = useKeeping(device, 'AveragePosition', onKept);
  const record = useCalculatedRecord(device, sitting, onKept, () => {
    if (sitting !== null) keeping.write(sitting.id, { ...sitting.inputs });
  });
  // The fields answer at once; the tables and what they come to follow as soon as the browser has shown that.
  const shown = useDeferredValue(state);
  const outcome = useMemo(
    () => (shown === undefined ? null : calculateAveragePosition(positionInput(shown))),
    [shown],
  );
  if (state === undefined || shown === undefined || !outcome?.ok) return null;

  /** Every change of the table is at once in its record. */
  const change = (step: (before: PositionState) => PositionState) =>
    draft.update((before) => {
      const after = step(before);
      const result = calculateAveragePosition(positionInput(after));
      const isGone = record === null && before.sitting?.kept === true;
      const next = sittingStep(
        after.sitting,
        recordedInputs(after),
        result.ok && result.shareable,
        isGone,
        systemClock.now(),
        newRecordId,
      );
      if (next.sitting !== null && next.write === 'record')
        keeping.write(next.sitting.id, { ...next.sitting.inputs });
      if (next.sitting !== null && next.write === 'revision')
        keeping.revise(next.sitting.id, { ...next.sitting.inputs });
      return { ...after, sitting: next.sitting };
    });

  /** False, and says so, where the table would no longer fit into a record. */
  const changeIfFits = (step: (before: PositionState) => PositionState): boolean => {
    if (!fits(step(state))) {
      refusal.refuse({ title: t('tableFull.title'), text: t('tableFull.text') });
      return false;
    }
    change(step);
    return true;
  };

  const remove = (id: string) => {
    const { undo } = removeRow(state, id);
    change((before) => removeRow(before, id).state);
    host.haptic('impact');
    toast({ text: t('row.deleted'), action: { label: t('undo'), onAction: () => change(undo) } });
  };

  const clear = () => {
    const before = state;
    draft.update(() => emptyPosition(before.openedId));
    toast({ text: t('cleared'), action: { label: t('undo'), onAction: () => draft.update(() => before) } });
  };

  return (
    <>
      <EntriesCard
        device={device}
        state={state}
        rows={shown.entries}
        amounts={outcome.display.amounts}
        onType={(entry) => change((before) => ({ ...before, entry }))}
        onAdd={() =>
          isEntry(state.entry) &&
          changeIfFits((before) => (isEntry(before.entry) ? addEntry(before) : before))
        }
        onEdit={(row) => change((before) => ({ ...before, editing: { kind: 'entry', ...row } }))}
        onDelete={remove}
        onClear={clear}
      />
      <SummaryCard state={shown} result={outcome} />
      <LevelsCard
        state={state}
        shown={shown}
        result={outcome}
        onDirection={(positionType) => change((before) => ({ ...before, positionType }))}
        onQuantityType={(quantityType) => change((before) => ({ ...before, quantityType }))}
        onType={(level) => change((before) => ({ ...before, level }))}
        onAdd={() => {
          if (state.entries.some(isEntry)) {
            return (
              isTakeProfitLevel(state.level, state.quantityType) &&
              changeIfFits((before) =>
                isTakeProfitLevel(before.level, before.quantityType) ? addLevel(before) : before,
              )
            );
          }
          refusal.refuse({ title: t('noEntries.title'), text: t('noEntries.text') });
          return false;
        }}
        onEdit={(row) => change((before) => ({ ...before, editing: { kind: 'level', ...row } }))}
        onDelete={remove}
      />
      <RecordLine device={device} record={record} />
      {sitting?.kept && outcome.shareable && (
        <SharePrompt
          device={device}
          result={{ calculationType: 'AveragePosition', inputs: positionInput(state) }}
        />
      )}
      <EditDialog
        editing={state.editing}
        isChanged={hasEdits(state)}
        quantityType={state.quantityType}
        onType={(editing) => change((before) => ({ ...before, editing }))}
        onCancel={() => change((before) => ({ ...before, editing: null }))}
        onSave={() => changeIfFits(saveEditing)}
      />
      <MessageDialog message={refusal.message} onClose={refusal.close} />
    </>
  );
}

function usePositionDraft(device: OpenedProps['device'], opened: DeviceRecord | null) {
  return useDraft<PositionState>(
    device,
    opened === null ? 'average-position' : 'average-position/opened',
    (stored) => readPosition(stored, opened?.id ?? null),
    () => (opened === null ? emptyPosition(null) : openedPosition(opened)),
  );
}

function withKept(state: PositionState, id: string): PositionState {
  const { sitting } = state;
  if (sitting?.id !== id) return state;
  const kept: Sitting = { ...sitting, kept: true };
  return { ...state, sitting: kept };
}
