/** Average position: one price for several entries, and the profit of take-profit levels against it. */
import { memo, useDeferredValue, useMemo } from 'react';
import {
  calculateAveragePosition,
  isEntry,
  isTakeProfitLevel,
  type PositionEntry,
  type QuantityType,
  type TakeProfitLevel,
} from '#core/calculators/average-position.ts';
import type { PositionType } from '#core/calculators/outcome.ts';
import type { DeviceRecord } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { systemClock } from '#platform/clock.ts';
import { useHost } from '#platform/host-context.tsx';
import { newRecordId } from '#platform/record-id.ts';
import { useSteady } from '#ui/use-steady.ts';
import { CalculatorFrame, type OpenedProps } from '../shared/calculator-screen.tsx';
import type { PickedCoin } from '../shared/coin-picker.tsx';
import { MarkOutcome } from '../shared/mark-outcome.tsx';
import { MessageDialog } from '../shared/message-dialog.tsx';
import { RecordLine } from '../shared/record-line.tsx';
import { useRefusal } from '../shared/refusal.ts';
import { SharePrompt } from '../shared/share-prompt.tsx';
import { type Carrying, useCarriedTrade } from '../shared/use-carried-trade.ts';
import { draftKey, useDraft } from '../shared/use-draft.ts';
import { useCalculatedRecord, useSaveRecord } from '../shared/use-save-record.ts';
import { useUndo } from '../shared/use-undo.ts';
import { EditDialog } from './edit-dialog.tsx';
import { EntriesCard } from './entries-card.tsx';
import { LevelsCard } from './levels-card.tsx';
import {
  addEntry,
  addLevel,
  type Editing,
  type EntryBy,
  type EntryRow,
  emptyPosition,
  fits,
  hasEdits,
  isSameTable,
  type LevelRow,
  NO_REACH,
  type PositionState,
  type PositionTable,
  positionInput,
  type Reach,
  recordedInputs,
  removeRow,
  saveEditing,
  typedEntry,
} from './position-state.ts';
import { ReachCard } from './reach-card.tsx';
import { openedPosition, readPosition } from './read-position.ts';
import { type Sitting, sittingStep } from './sitting.ts';
import { SummaryCard } from './summary-card.tsx';

export function Screen() {
  return (
    <CalculatorFrame calculationType="AveragePosition">
      {(opened) => <AveragePosition opened={opened} />}
    </CalculatorFrame>
  );
}

function AveragePosition({ opened }: OpenedProps) {
  const { t } = useTranslation('calculators');
  const host = useHost();
  const offerUndo = useUndo();
  const refusal = useRefusal();
  const draft = usePositionDraft(opened);
  const state = draft.value;
  const sitting = state?.sitting ?? null;
  const onSaved = (id: string) => draft.update((before) => withKept(before, id));
  const writer = useSaveRecord('AveragePosition', onSaved);
  const record = useCalculatedRecord(sitting, onSaved, () => {
    if (sitting !== null) writer.write(sitting.id, { ...sitting.inputs });
  });
  const shown = useShownTable(state);
  const outcome = useMemo(
    () => (shown === undefined ? null : calculateAveragePosition(positionInput(shown))),
    [shown],
  );

  /** Changes the table and, in the same step, its record. */
  const change = (step: (before: PositionState) => PositionState) =>
    draft.update((before) => {
      const after = step(before);
      if (isSameTable(before, after)) return after;
      const isGone = record === null && before.sitting?.kept === true;
      const next = sittingStep(
        after.sitting,
        recordedInputs(after),
        after.entries.some(isEntry),
        isGone,
        systemClock.now(),
        newRecordId,
      );
      if (next.sitting !== null && next.write === 'record')
        writer.write(next.sitting.id, { ...next.sitting.inputs });
      if (next.sitting !== null && next.write === 'revision')
        writer.revise(next.sitting.id, { ...next.sitting.inputs });
      return { ...after, sitting: next.sitting };
    });

  useCarriedTrade('AveragePosition', { ...draft, update: change }, CARRYING);

  /** Returns false, with a message, if the table would no longer fit into a record. */
  const changeIfFits = (step: (before: PositionState) => PositionState): boolean => {
    if (state === undefined) return false;
    if (!fits(step(state))) {
      refusal.refuse({ title: t('tableFull.title'), text: t('tableFull.text') });
      return false;
    }
    change(step);
    return true;
  };

  const onDelete = (id: string) => {
    if (state === undefined) return;
    const { undo } = removeRow(state, id);
    change((before) => removeRow(before, id).state);
    host.haptic('impact');
    offerUndo(t('row.deleted'), () => change(undo));
  };

  const ofEntries = useSteady({
    onSymbol: (symbol: string) => change((before) => ({ ...before, symbol })),
    onPick: ({ symbol, price }: PickedCoin) =>
      change((before) => ({ ...before, symbol, entry: { ...before.entry, price } })),
    onType: (entry: PositionEntry) => change((before) => ({ ...before, entry })),
    onAdd: () =>
      state !== undefined &&
      isEntry(typedEntry(state)) &&
      // Submitted twice in one frame, it is one entry.
      changeIfFits((before) => (before.entry === state.entry ? addEntry(before) : before)),
    onEntryBy: (entryBy: EntryBy) => change((before) => ({ ...before, entryBy })),
    onEdit: (row: EntryRow) => change((before) => ({ ...before, editing: { kind: 'entry', ...row } })),
    onDelete,
    onClear: () => {
      if (state === undefined) return;
      draft.update(() => emptyPosition(state.openedId));
      offerUndo(t('cleared'), () => draft.update(() => state));
    },
  });

  const ofReach = useSteady({
    onType: (reach: Reach) => change((before) => ({ ...before, reach })),
    onAdd: (entry: PositionEntry) =>
      void changeIfFits((before) =>
        before.reach === state?.reach
          ? { ...addEntry(before, entry), entry: before.entry, reach: NO_REACH }
          : before,
      ),
  });

  const ofLevels = useSteady({
    onDirection: (positionType: PositionType) => change((before) => ({ ...before, positionType })),
    onQuantityType: (quantityType: QuantityType) => change((before) => ({ ...before, quantityType })),
    onType: (level: TakeProfitLevel) => change((before) => ({ ...before, level })),
    onAdd: () => {
      if (state?.entries.some(isEntry)) {
        return (
          isTakeProfitLevel(state.level, state.quantityType) &&
          changeIfFits((before) => (before.level === state.level ? addLevel(before) : before))
        );
      }
      refusal.refuse({ title: t('noEntries.title'), text: t('noEntries.text') });
      return false;
    },
    onEdit: (row: LevelRow) => change((before) => ({ ...before, editing: { kind: 'level', ...row } })),
    onDelete,
  });

  const ofEditing = useSteady({
    onType: (editing: Editing) => change((before) => ({ ...before, editing })),
    onCancel: () => change((before) => ({ ...before, editing: null })),
    onSave: () => changeIfFits(saveEditing),
  });

  if (state === undefined || shown === undefined || !outcome?.ok) return null;
  return (
    <>
      <EntriesCard
        symbol={state.symbol}
        entry={state.entry}
        entryBy={state.entryBy}
        canClear={shown.entries.length + shown.levels.length > 0}
        rows={shown.entries}
        amounts={outcome.display.amounts}
        {...ofEntries}
      />
      <SummaryCard table={shown} result={outcome} />
      {outcome.shareable && <ReachCard reach={state.reach} result={outcome} {...ofReach} />}
      <LevelsCard
        positionType={state.positionType}
        quantityType={state.quantityType}
        level={state.level}
        shown={shown}
        result={outcome}
        {...ofLevels}
      />
      <RecordLine record={record} />
      <MarkOutcome record={record} />
      {sitting?.kept && outcome.shareable && <PositionPrompt table={shown} />}
      <EditDialog
        editing={state.editing}
        isChanged={hasEdits(state)}
        quantityType={state.quantityType}
        {...ofEditing}
      />
      <MessageDialog message={refusal.message} onClose={refusal.close} />
    </>
  );
}

const PositionPrompt = memo(function PositionPrompt(props: { readonly table: PositionTable }) {
  const inputs = { ...recordedInputs(props.table) };
  return <SharePrompt calculationType="AveragePosition" inputs={inputs} />;
});

/** The fields respond at once; the tables and results follow as soon as the browser has painted that. */
function useShownTable(state: PositionState | undefined): PositionTable | undefined {
  const { symbol, positionType, quantityType, entries, levels } = state ?? {};
  const table = useMemo(
    () =>
      symbol !== undefined && positionType && quantityType && entries && levels
        ? { symbol, positionType, quantityType, entries, levels }
        : undefined,
    [symbol, positionType, quantityType, entries, levels],
  );
  return useDeferredValue(table);
}

function usePositionDraft(opened: DeviceRecord | null) {
  return useDraft<PositionState>(
    draftKey('AveragePosition', opened),
    (stored) => readPosition(stored, opened?.id ?? null),
    () => (opened === null ? emptyPosition(null) : openedPosition(opened)),
  );
}

/** A trade as the next entry and target, ready to add. A position that has entries keeps its coin and its direction. */
const CARRYING: Carrying<PositionState> = {
  fill(state, { symbol, positionType, entryPrice: price, quantity, takeProfitPrice }) {
    const isNew = state.entries.length === 0;
    return {
      ...state,
      ...(isNew && { symbol, positionType }),
      entryBy: 'quantity',
      entry: { price, quantity },
      level: { ...state.level, price: takeProfitPrice },
    };
  },
  restore(now, before) {
    const { symbol, positionType, entryBy, entry, level } = before;
    const isUnchanged = now.entries === before.entries;
    return { ...now, ...(isUnchanged && { symbol, positionType }), entryBy, entry, level };
  },
};

function withKept(state: PositionState, id: string): PositionState {
  const { sitting } = state;
  if (sitting?.id !== id) return state;
  const kept: Sitting = { ...sitting, kept: true };
  return { ...state, sitting: kept };
}
