/** The take-profit levels of a position: toggles, a table, their total profit, and the form that adds to it. */
import { memo, useState } from 'react';
import {
  type AveragePositionResult,
  POSITION_DECIMALS,
  type QuantityType,
  type TakeProfitLevel,
} from '#core/calculators/average-position.ts';
import type { PositionType } from '#core/calculators/outcome.ts';
import { plainDigits } from '#core/number-input.ts';
import { readOrZero } from '#core/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Figure } from '../shared/figure.tsx';
import { DirectionToggle } from '../shared/toggles.tsx';
import { focusFirstWrong } from '../shared/use-submit.ts';
import { LevelsTable } from './levels-table.tsx';
import type { LevelRow, PositionTable } from './position-state.ts';
import './average-position.css';

export interface LevelsCardProps {
  readonly positionType: PositionType;
  readonly quantityType: QuantityType;
  /** The add form as typed so far. */
  readonly level: TakeProfitLevel;
  /** Deferred: the table that belongs to the result. */
  readonly shown: PositionTable;
  readonly result: AveragePositionResult;
  readonly onDirection: (positionType: PositionType) => void;
  readonly onQuantityType: (quantityType: QuantityType) => void;
  readonly onType: (level: TakeProfitLevel) => void;
  /** False if nothing was added. */
  readonly onAdd: () => boolean;
  readonly onEdit: (row: LevelRow) => void;
  readonly onDelete: (id: string) => void;
}

export const LevelsCard = memo(function LevelsCard(props: LevelsCardProps) {
  const { level, quantityType, shown, result } = props;
  const { t } = useTranslation('calculators');
  const [checked, setChecked] = useState(false);
  const { profits, totalProfit } = result.display;
  const decimals = POSITION_DECIMALS;
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
        <DirectionToggle value={props.positionType} onChange={props.onDirection} />
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
          <LevelsTable
            rows={shown.levels}
            profits={profits}
            isPercent={isPercent}
            onEdit={props.onEdit}
            onDelete={props.onDelete}
          />
          {exceedsPosition(shown, result) && <p className="sub warn">{t('levels.over')}</p>}
        </>
      )}
      <Figure signed name="totalProfit" text={totalProfit} unit="USD" />
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
});

/** Whether the levels together sell more than the position: allowed, but worth a warning. */
function exceedsPosition(table: PositionTable, result: AveragePositionResult): boolean {
  const whole = table.quantityType === 'percentage' ? readOrZero('100') : result.value.totalQuantity;
  const taken = table.levels.reduce(
    (sum, row) => sum.plus(readOrZero(row.quantityOrPercent)),
    readOrZero(''),
  );
  return taken.gt(whole);
}
