/** What to buy at a price so that the average price becomes the wanted one. */
import { memo } from 'react';
import {
  type AveragePositionResult,
  POSITION_DECIMALS,
  type PositionEntry,
  quantityForAverage,
} from '#core/calculators/average-position.ts';
import { readNumber, shownDigits } from '#core/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { ENTER_KEY } from '../shared/enter-key.ts';
import { Figure } from '../shared/figure.tsx';
import type { Reach } from './position-state.ts';

export interface ReachCardProps {
  readonly reach: Reach;
  /** With an average. */
  readonly result: AveragePositionResult;
  readonly onType: (reach: Reach) => void;
  readonly onAdd: (entry: PositionEntry) => void;
}

export const ReachCard = memo(function ReachCard({ reach, result, onType, onAdd }: ReachCardProps) {
  const { t } = useTranslation('calculators');
  const wanted = readNumber(reach.wantedAverage);
  const price = readNumber(reach.price);
  const found = wanted === null || price === null ? null : quantityForAverage(result.value, price, wanted);
  const digits = found?.ok ? shownDigits(found.quantity, POSITION_DECIMALS.quantity) : '0';
  const quantity = digits === '0' ? null : digits;
  return (
    <Card title={t('reach.title')}>
      <form
        name="reach"
        noValidate
        {...ENTER_KEY}
        onSubmit={(event) => {
          event.preventDefault();
          if (quantity !== null) onAdd({ quantity, price: reach.price });
        }}
      >
        <NumberField
          name="wantedAverage"
          label={t('field.wantedAverage')}
          unit="USD"
          placeholder="0"
          decimals={POSITION_DECIMALS.price}
          value={reach.wantedAverage}
          onChange={(wantedAverage) => onType({ ...reach, wantedAverage })}
        />
        <NumberField
          name="price"
          label={t('field.buyPrice')}
          unit="USD"
          placeholder="0"
          decimals={POSITION_DECIMALS.price}
          value={reach.price}
          onChange={(next) => onType({ ...reach, price: next })}
          error={found?.ok === false ? t('reach.unreachable') : null}
        />
        {found?.ok && quantity !== null && (
          <>
            <div className="figs" role="status">
              <Figure name="reachQuantity" text={quantity} />
              <Figure name="reachAmount" text={shownDigits(found.amount, 3)} unit="USD" />
            </div>
            <Button type="submit" variant="quiet" wide>
              {t('reach.add')}
            </Button>
          </>
        )}
      </form>
    </Card>
  );
});
