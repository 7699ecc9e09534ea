/** The take-profit levels of a position: toggles, a table, what they earn together, and the form that adds to it. */
import { useState } from 'react';
import type {
  AveragePositionResult,
  QuantityType,
  TakeProfitLevel,
} from '#core/calculators/average-position.ts';
import type { PositionType } from '#core/calculators/outcome.ts';
import { readOrZero } from '#core/numbers.ts';
import { FIELDS, plainDigits } from '#core/typing.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { classNames } from '#ui/class-names.ts';
import { NumberField } from '#ui/number-field.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { CopyButton, Figure, sideOf } from '../shared/figure.tsx';
import { DirectionToggle } from '../shared/toggles.tsx';
import { focusFirstWrong } from '../shared/use-submit.ts';
import type { LevelRow, PositionState } from './position-state.ts';
import { RowActions } from './row-actions.tsx';
import { shownNumber } from './shown-number.ts';
import '../shared/table.css';
import './average-position.css';

export interface LevelsCardProps {
  readonly state: PositionState;
  /** A moment behind: of when the result is. */
  readonly shown: PositionState;
  readonly result: AveragePositionResult;
  readonly onDirection: (positionType: PositionType) => void;
  readonly onQuantityType: (quantityType: QuantityType) => void;
  readonly onType: (level: TakeProfitLevel) => void;
  /** False where nothing was added. */
  readonly onAdd: () => boolean;
  readonly onEdit: (row: LevelRow) => void;
  readonly onDelete: (id: string) => void;
}

export function LevelsCard(props: LevelsCardProps) {
  const { state, shown, result } = props;
  const { t } = useTranslation('calculators');
  const [checked, setChecked] = useState(false);
  const { level, quantityType } = state;
  const { profits, totalProfit } = result.display;
  const decimals = FIELDS.AveragePosition;
  const isPercent = quantityType === 'percentage';
  const wrong = (text: string, most?: number) => {
    if (!checked) return null;
    if (plainDigits(text) === null) return t('required');
    const number = readOrZero(text);
    if (most !== undefined && number.gt(most)) return t('atMostPercent');
    return number.gt(0) ? null : t('aboveZero');
  };
  return (
    <Card title={t('levels.title')}>
      <div className="position-toggles">
        <DirectionToggle value={state.positionType} onChange={props.onDirection} />
        <Segmented
          label={t('quantityType.label')}
          name="quantityType"
          value={quantityType}
          options={[
            { value: 'quantity', label: t('quantityType.quantity') },
            { value: 'percentage', label: t('quantityType.percentage') },
          ]}
          onChange={props.onQuantityType}
        />
      </div>
      {shown.levels.length === 0 ? (
        <p className="sub">{t('levels.empty')}</p>
      ) : (
        <>
          <div className="table-scroll">
            <table className="table position-table">
              <thead>
                <tr>
                  <th scope="col">{t('table.price')}</th>
                  <th scope="col">{isPercent ? '%' : t('table.quantity')}</th>
                  <th scope="col">{t('table.profit')}</th>
                  <th scope="col">
                    <span className="visually-hidden">{t('table.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.levels.map((row, index) => {
                  const profit = profits[index] ?? '0';
                  const side = sideOf(profit);
                  return (
                    <tr key={row.id} data-id={row.id}>
                      <td>
                        <output name="price">{shownNumber(row.price)}</output>
                      </td>
                      <td>
                        <output name="quantityOrPercent">{shownNumber(row.quantityOrPercent)}</output>
                      </td>
                      <td>
                        <CopyButton text={profit} className={classNames('table-figure', 'fig-value', side)}>
                          {side === 'gain' && <span aria-hidden="true">+</span>}
                          <output name="profit">{profit}</output>
                        </CopyButton>
                      </td>
                      <td className="position-actions">
                        <RowActions
                          number={index + 1}
                          onEdit={() => props.onEdit(row)}
                          onDelete={() => props.onDelete(row.id)}
                        />
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          {exceedsPosition(shown, result) && <p className="sub warn">{t('levels.over')}</p>}
        </>
      )}
      <Figure signed label={t('figure.totalProfit')} name="totalProfit" text={totalProfit} unit="USD" />
      <form
        className="position-form"
        name="takeProfit"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(!props.onAdd());
          focusFirstWrong(event.currentTarget);
        }}
      >
        <NumberField
          name="price"
          label={t('field.targetPrice')}
          unit="USD"
          placeholder="0"
          required
          decimals={decimals.price}
          value={level.price}
          onChange={(price) => props.onType({ ...level, price })}
          error={wrong(level.price)}
        />
        <NumberField
          name="quantityOrPercent"
          label={isPercent ? t('field.percentOfPosition') : t('field.quantity')}
          unit={isPercent ? '%' : ''}
          placeholder="0"
          required
          decimals={decimals.quantityOrPercent}
          value={level.quantityOrPercent}
          onChange={(quantityOrPercent) => props.onType({ ...level, quantityOrPercent })}
          error={wrong(level.quantityOrPercent, isPercent ? 100 : undefined)}
        />
        <Button type="submit" wide>
          {t('levels.add')}
        </Button>
      </form>
    </Card>
  );
}

/** Whether the levels together sell more than there is: allowed, and worth a word. */
function exceedsPosition(state: PositionState, result: AveragePositionResult): boolean {
  const whole = state.quantityType === 'percentage' ? readOrZero('100') : result.value.totalQuantity;
  const taken = state.levels.reduce(
    (sum, row) => sum.plus(readOrZero(row.quantityOrPercent)),
    readOrZero(''),
  );
  return taken.gt(whole);
}
