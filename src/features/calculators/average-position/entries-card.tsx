/** The entries of a position: a table, and the form that adds to it. */
import { ArrowLeftRight } from 'lucide-react';
import { memo, useState } from 'react';
import { isEntry, POSITION_DECIMALS, type PositionEntry } from '#core/calculators/average-position.ts';
import { plainDigits } from '#core/number-input.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { NumberField } from '#ui/number-field.tsx';
import type { PickedCoin } from '../shared/coin-picker.tsx';
import { ENTER_KEY } from '../shared/enter-key.ts';
import { SymbolField } from '../shared/symbol-field.tsx';
import { focusFirstWrong } from '../shared/use-submit.ts';
import { EntriesTable } from './entries-table.tsx';
import { type EntryBy, type EntryRow, typedEntry } from './position-state.ts';
import './average-position.css';

export interface EntriesCardProps {
  readonly symbol: string;
  /** The add form as typed so far. */
  readonly entry: PositionEntry;
  readonly entryBy: EntryBy;
  /** Whether there is something to clear. */
  readonly canClear: boolean;
  /** Deferred: the rows that belong to the amounts. */
  readonly rows: readonly EntryRow[];
  /** One per entry, plain digits. */
  readonly amounts: readonly string[];
  readonly onSymbol: (symbol: string) => void;
  readonly onPick: (coin: PickedCoin) => void;
  readonly onType: (entry: PositionEntry) => void;
  readonly onEntryBy: (entryBy: EntryBy) => void;
  /** False if nothing was added. */
  readonly onAdd: () => boolean;
  readonly onEdit: (row: EntryRow) => void;
  readonly onDelete: (id: string) => void;
  readonly onClear: () => void;
}

export const EntriesCard = memo(function EntriesCard(props: EntriesCardProps) {
  const { entry, entryBy, rows, amounts } = props;
  const { t } = useTranslation('calculators');
  const [checked, setChecked] = useState(false);
  const decimals = POSITION_DECIMALS;
  const isTooLittle =
    checked && entryBy === 'money' && isEntry(entry) && !isEntry(typedEntry({ entry, entryBy }));
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
        {...ENTER_KEY}
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(!props.onAdd());
          focusFirstWrong(event.currentTarget);
        }}
      >
        <SymbolField value={props.symbol} onChange={props.onSymbol} onPick={props.onPick} next="quantity" />
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
        />
        <NumberField
          name="quantity"
          label={entryBy === 'money' ? t('field.money') : t('field.quantity')}
          unit={entryBy === 'money' ? 'USD' : ''}
          placeholder="0"
          required
          decimals={decimals.quantity}
          value={entry.quantity}
          onChange={(quantity) => props.onType({ ...entry, quantity })}
          error={wrong(entry.quantity) ?? (isTooLittle ? t('entries.tooLittle') : null)}
          action={
            <button
              type="button"
              className="number-field-action"
              aria-label={entryBy === 'money' ? t('entries.byQuantity') : t('entries.byMoney')}
              title={entryBy === 'money' ? t('entries.byQuantity') : t('entries.byMoney')}
              onClick={() => props.onEntryBy(entryBy === 'money' ? 'quantity' : 'money')}
            >
              <ArrowLeftRight size={20} strokeWidth={1.75} aria-hidden="true" />
            </button>
          }
        />
        <Button type="submit" wide>
          {t('entries.add')}
        </Button>
      </form>
    </Card>
  );
});
