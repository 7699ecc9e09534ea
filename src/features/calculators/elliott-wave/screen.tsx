/** Elliott waves: wave 1, then one wave after another, each from the price chosen in the previous one. */
import { useEffect, useMemo, useRef } from 'react';
import { calculateElliottWave, WAVE_DECIMALS, WAVES, type WaveName } from '#core/calculators/elliott-wave.ts';
import { plainDigits } from '#core/number-input.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { newRecordId } from '#platform/record-id.ts';
import { NumberField } from '#ui/number-field.tsx';
import { CalculatorForm } from '../shared/calculator-form.tsx';
import { CalculatorFrame, type OpenedProps } from '../shared/calculator-screen.tsx';
import { MarkOutcome } from '../shared/mark-outcome.tsx';
import { MessageDialog } from '../shared/message-dialog.tsx';
import { RecordLine } from '../shared/record-line.tsx';
import { useRefusal } from '../shared/refusal.ts';
import { SharePrompt } from '../shared/share-prompt.tsx';
import { SymbolField } from '../shared/symbol-field.tsx';
import { DirectionToggle } from '../shared/toggles.tsx';
import { useChecked } from '../shared/use-checked.ts';
import { draftKey, useDraft } from '../shared/use-draft.ts';
import { useCalculatedRecord, useSaveRecord } from '../shared/use-save-record.ts';
import { useUndo } from '../shared/use-undo.ts';
import {
  areLevelsStale,
  type ChainState,
  type ChainStep,
  calculateWave,
  calculateWave1,
  choiceOf,
  emptyChain,
  isChoiceStale,
  shownWaves,
  withChoice,
} from './chain-state.ts';
import { openedChainOf, readChain } from './read-chain.ts';
import { WaveCard } from './wave-card.tsx';
import { WavePicture } from './wave-picture.tsx';

/** A whole chain, as the empty screen shows it. */
const EXAMPLE = calculateElliottWave({
  positionType: 'LONG',
  startPrice: '100',
  endPrice: '140',
  choices: Object.fromEntries(WAVES.map((wave) => [wave, { level: 1 }])),
});

export function Screen() {
  return (
    <CalculatorFrame calculationType="ElliottWave">
      {(opened) => <ElliottWave opened={opened} />}
    </CalculatorFrame>
  );
}

function ElliottWave({ opened }: OpenedProps) {
  const { t } = useTranslation('calculators');
  const offerUndo = useUndo();
  const refusal = useRefusal();
  const checked = useChecked();
  const draft = useDraft<ChainState>(
    draftKey('ElliottWave', opened),
    (stored) => readChain(stored, opened?.id ?? null),
    () => (opened === null ? emptyChain(null) : openedChainOf(opened)),
  );
  const state = draft.value;
  const calculated = state?.calculated ?? null;
  const onSaved = (id: string) => draft.update((before) => withKept(before, id));
  const writer = useSaveRecord('ElliottWave', onSaved);
  const record = useCalculatedRecord(calculated, onSaved, () => {
    if (calculated?.id) writer.write(calculated.id, { ...calculated.inputs });
  });
  const outcome = useMemo(
    () => (calculated === null ? null : calculateElliottWave(calculated.inputs)),
    [calculated],
  );
  const waves = useMemo(() => (state === undefined ? [] : shownWaves(state)), [state]);
  const newest = useNewest(waves.length);
  if (state === undefined) return null;

  const take = (calculate: (before: ChainState) => ChainStep) =>
    draft.update((before) => {
      const step = calculate(before);
      const next = step.state.calculated;
      if (next?.id && step.write === 'record') writer.write(next.id, { ...next.inputs });
      if (next?.id && step.write === 'revision') writer.revise(next.id, { ...next.inputs });
      return step.state;
    });

  const calculateFirst = () => {
    if (!checked.check(plainDigits(state.startPrice) !== null && plainDigits(state.endPrice) !== null)) {
      refusal.missing();
      return;
    }
    newest.expect();
    take((before) => calculateWave1(before, newRecordId));
  };

  const calculateNext = (wave: WaveName) => {
    newest.expect();
    take((before) => calculateWave(before, wave));
  };

  const clear = () => {
    const before = state;
    checked.reset();
    draft.update(() => emptyChain(before.openedId));
    offerUndo(t('cleared'), () => draft.update(() => before));
  };

  const isStale = WAVES.some((wave) => areLevelsStale(state, wave));
  const missing = (text: string) => (checked.value && plainDigits(text) === null ? t('required') : null);
  return (
    <>
      <CalculatorForm
        name="wave1"
        toggles={
          <DirectionToggle
            value={state.positionType}
            onChange={(positionType) => draft.update((before) => ({ ...before, positionType }))}
          />
        }
        onClear={clear}
        onCalculate={calculateFirst}
      >
        <SymbolField
          value={state.symbol}
          onChange={(symbol) => draft.update((before) => ({ ...before, symbol }))}
          onPick={({ symbol }) => draft.update((before) => ({ ...before, symbol }))}
        />
        <NumberField
          name="startPrice"
          label={t('field.startPrice')}
          unit="USD"
          placeholder="0"
          required
          decimals={WAVE_DECIMALS.startPrice}
          value={state.startPrice}
          onChange={(startPrice) => draft.update((before) => ({ ...before, startPrice }))}
          error={missing(state.startPrice)}
        />
        <NumberField
          name="endPrice"
          label={t('field.endPrice')}
          unit="USD"
          placeholder="0"
          required
          decimals={WAVE_DECIMALS.endPrice}
          value={state.endPrice}
          onChange={(endPrice) => draft.update((before) => ({ ...before, endPrice }))}
          error={missing(state.endPrice)}
        />
      </CalculatorForm>
      <p className="visually-hidden" role="status">
        {isStale && t('result.stale')}
      </p>
      {outcome?.ok && <WavePicture result={outcome} stale={isStale} />}
      {calculated === null && EXAMPLE.ok && (
        <WavePicture result={EXAMPLE} stale={false} caption={t('wave.example')} />
      )}
      {waves.map((wave, index) => (
        <WaveCard
          key={wave.name}
          ref={index === waves.length - 1 ? newest.ref : null}
          wave={wave}
          choice={choiceOf(state, wave.name)}
          isValid={outcome?.ok === true}
          positionType={state.calculated?.inputs.positionType ?? 'LONG'}
          stale={areLevelsStale(state, wave.name)}
          isChoiceStale={isChoiceStale(state, wave.name)}
          onChoose={(choice) => draft.update((before) => withChoice(before, wave.name, choice))}
          onCalculate={() => calculateNext(wave.name)}
        />
      ))}
      <RecordLine record={record} />
      <MarkOutcome record={record} />
      {calculated?.kept && outcome?.ok && outcome.shareable && (
        <SharePrompt calculationType="ElliottWave" inputs={{ ...calculated.inputs }} />
      )}
      <MessageDialog message={refusal.message} onClose={refusal.close} />
    </>
  );
}

/** Scrolls to a wave that a tap has just added, but not to waves restored from a draft. */
function useNewest(count: number) {
  const host = useHost();
  const ref = useRef<HTMLElement>(null);
  const expected = useRef(false);

  useEffect(() => {
    if (!expected.current || count === 0) return;
    expected.current = false;
    ref.current?.scrollIntoView({ block: 'nearest', behavior: host.reducedMotion() ? 'auto' : 'smooth' });
  }, [count, host]);

  return {
    ref,
    expect() {
      expected.current = true;
    },
  };
}

function withKept(state: ChainState, id: string): ChainState {
  const { calculated } = state;
  return calculated?.id === id ? { ...state, calculated: { ...calculated, kept: true } } : state;
}
