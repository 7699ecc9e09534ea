/** One wave after the first: its levels, one of which may be chosen, and its actual price. */
import type { Ref } from 'react';
import { chosenPrice, WAVE_DECIMALS, type Wave } from '#core/calculators/elliott-wave.ts';
import type { PositionType } from '#core/calculators/outcome.ts';
import { DASH } from '#core/numbers.ts';
import { shownNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { NumberField } from '#ui/number-field.tsx';
import { CopyButton } from '../shared/figure.tsx';
import { hideKeyboard, useSubmit } from '../shared/use-submit.ts';
import type { OneChoice, TypedChoice } from './chain-state.ts';
import '../shared/table.css';
import '#ui/flash.css';
import './elliott-wave.css';

export interface WaveCardProps {
  readonly ref: Ref<HTMLElement>;
  readonly wave: Wave;
  readonly choice: TypedChoice;
  /** False if wave 1 is invalid, so that all levels are 0. */
  readonly isValid: boolean;
  readonly positionType: PositionType;
  /** The levels depend on inputs that have changed. */
  readonly stale: boolean;
  /** The choice is not yet part of the chain. */
  readonly isChoiceStale: boolean;
  readonly onChoose: (choice: OneChoice) => void;
  readonly onCalculate: () => void;
}

export function WaveCard(props: WaveCardProps) {
  const { wave, isValid, positionType, stale } = props;
  const { t } = useTranslation('calculators');
  const title = t('wave.title', { wave: wave.name });
  const isLast = wave.name === 'C';
  const submit = useSubmit(props.onCalculate);
  return (
    <section
      ref={props.ref}
      className={classNames('card', 'wave', 'flash', stale && 'result-stale')}
      aria-label={title}
      data-wave={wave.name}
    >
      <div className="card-head">
        <h2 className="card-title">{title}</h2>
        <span className="sub">{t(`wave.kind.${wave.name}`)}</span>
      </div>
      {stale && (
        <p className="result-note" aria-hidden="true">
          {t('result.stale')}
        </p>
      )}
      {!isValid && !stale && (
        <p className="result-note" role="alert">
          {positionType === 'LONG' ? t('wave.invalidLong') : t('wave.invalidShort')}
        </p>
      )}
      {isLast ? (
        <Levels {...props} />
      ) : (
        <form
          name={`wave${wave.name}`}
          noValidate
          onSubmit={(event) => {
            hideKeyboard();
            submit(event);
          }}
        >
          <Levels {...props} />
          {isValid && <ActualPrice {...props} />}
        </form>
      )}
    </section>
  );
}

function ActualPrice({ wave, choice, stale, isChoiceStale, onChoose }: WaveCardProps) {
  const { t } = useTranslation('calculators');
  return (
    <>
      <NumberField
        name="actualPrice"
        label={t('field.actualPrice')}
        placeholder={t('wave.optional')}
        decimals={WAVE_DECIMALS.actualPrice}
        value={choice.actualPrice}
        onChange={(actualPrice) => onChoose({ actualPrice })}
      />
      {isChoiceStale && !stale && <p className="result-note">{t('result.stale')}</p>}
      <Button type="submit" wide disabled={chosenPrice(wave.levels, choice) === null}>
        {t('calculate')}
      </Button>
    </>
  );
}

function Levels({ wave, choice, isValid, onChoose }: WaveCardProps) {
  const { t } = useTranslation('calculators');
  const canChoose = wave.name !== 'C' && isValid;
  return (
    <div className="table-scroll">
      <table className="table wave-levels">
        <thead>
          <tr>
            <th scope="col">{t('wave.level')}</th>
            <th scope="col">{t('table.priceUsd')}</th>
          </tr>
        </thead>
        <tbody>
          {wave.levels.map(({ percent, display, selectable }, index) => {
            const name = `${shownNumber(percent)} %`;
            return (
              <tr key={percent} data-id={percent}>
                <td>
                  {canChoose ? (
                    <label className="wave-level">
                      <input
                        type="radio"
                        name="level"
                        value={index}
                        disabled={!selectable}
                        checked={choice.level === index}
                        onChange={() => onChoose({ level: index })}
                      />
                      {name}
                    </label>
                  ) : (
                    <span className="wave-level">{name}</span>
                  )}
                </td>
                <td>
                  {display === null ? (
                    <output name="price">{DASH}</output>
                  ) : (
                    <CopyButton text={display} className="table-figure fig-value">
                      <output name="price">{shownNumber(display)}</output>
                    </CopyButton>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
