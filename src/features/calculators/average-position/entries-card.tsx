/** The entries of a position: a table, and the form that adds to it. */
import { memo, useState } from 'react';
import { POSITION_DECIMALS, type PositionEntry } from '#core/calculators/average-position.ts';
import { plainDigits } from '#core/number-input.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { MarketPrice } from '../shared/market-price.tsx';
import { focusFirstWrong } from '../shared/use-submit.ts';
import { EntriesTable } from './entries-table.tsx';
import type { EntryRow } from './position-state.ts';
import './average-position.css';

export interface EntriesCardProps {
  /** The add form as typed so far. */
  readonly entry: PositionEntry;
  /** Whether there is something to clear. */
  readonly canClear: boolean;
  /** Deferred: the rows that belong to the amounts. */
  readonly rows: readonly EntryRow[];
  /** One per entry, plain digits. */
  readonly amounts: readonly string[];
  readonly onType: (entry: PositionEntry) => void;
  /** False if nothing was added. */
  readonly onAdd: () => boolean;
  readonly onEdit: (row: EntryRow) => void;
  readonly onDelete: (id: string) => void;
  readonly onClear: () => void;
}

export const EntriesCard = memo(function EntriesCard(props: EntriesCardProps) {
  const { entry, rows, amounts } = props;
  const { t } = useTranslation('calculators');
  const [checked, setChecked] = useState(false);
  const decimals = POSITION_DECIMALS;
  const wrong = (text: string) => {
    if (!checked) return null;
    const digits = plainDigits(text);
    return digits === null ? t('required') : /[1-9]/.test(digits) ? null : t('aboveZero');
  };
  return (
    <Card
      title={t('entries.title')}
      aside={
        props.canClear && (
          <Button variant="plain" onClick={props.onClear}>
            {t('clear')}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <p className="sub">{t('entries.empty')}</p>
      ) : (
        <EntriesTable rows={rows} amounts={amounts} onEdit={props.onEdit} onDelete={props.onDelete} />
      )}
      <form
        className="position-form"
        name="entry"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(!props.onAdd());
          focusFirstWrong(event.currentTarget);
        }}
      >
        <NumberField
          name="price"
          label={t('field.price')}
          unit="USD"
          placeholder="0"
          required
          decimals={decimals.price}
          value={entry.price}
          onChange={(price) => props.onType({ ...entry, price })}
          error={wrong(entry.price)}
          action={<MarketPrice onChoose={(price) => props.onType({ ...entry, price })} />}
        />
        <NumberField
          name="quantity"
          label={t('field.quantity')}
          unit=""
          placeholder="0"
          required
          decimals={decimals.quantity}
          value={entry.quantity}
          onChange={(quantity) => props.onType({ ...entry, quantity })}
          error={wrong(entry.quantity)}
        />
        <Button type="submit" wide>
          {t('entries.add')}
        </Button>
      </form>
    </Card>
  );
});
