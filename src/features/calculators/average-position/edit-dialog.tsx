/**
 * Edits one row of a position. Fields are required; nothing else is checked. An accidental tap does not lose typed
 * changes.
 */
import { memo, useState } from 'react';
import { POSITION_DECIMALS, type QuantityType } from '#core/calculators/average-position.ts';
import { plainDigits } from '#core/number-input.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { focusFirstWrong } from '../shared/use-submit.ts';
import type { Editing } from './position-state.ts';
import { useDiscard } from './use-discard.tsx';

export interface EditDialogProps {
  readonly editing: Editing | null;
  /** The dialog has changes that its row does not. */
  readonly isChanged: boolean;
  readonly quantityType: QuantityType;
  readonly onType: (editing: Editing) => void;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

const FORM = 'edit-row';

export const EditDialog = memo(function EditDialog(all: EditDialogProps) {
  const { editing, isChanged, onCancel, ...props } = all;
  const { t } = useTranslation('calculators');
  const { leave, question } = useDiscard(isChanged, onCancel);
  return (
    <>
      <Dialog
        open={editing !== null}
        title={editing?.kind === 'level' ? t('edit.level') : t('edit.entry')}
        onClose={leave}
        actions={
          <>
            <Button variant="quiet" onClick={onCancel}>
              {t('cancel')}
            </Button>
            <Button type="submit" form={FORM}>
              {t('save')}
            </Button>
          </>
        }
      >
        {editing !== null && <EditForm {...props} editing={editing} />}
      </Dialog>
      {question}
    </>
  );
});

function EditForm(props: Omit<EditDialogProps, 'onCancel' | 'isChanged'> & { readonly editing: Editing }) {
  const { editing, onType, onSave } = props;
  const { t } = useTranslation('calculators');
  const [checked, setChecked] = useState(false);
  const isEntry = editing.kind === 'entry';
  const second = isEntry ? editing.quantity : editing.quantityOrPercent;
  const isPercent = !isEntry && props.quantityType === 'percentage';
  const wrong = (text: string) => (checked && plainDigits(text) === null ? t('required') : null);
  return (
    <form
      id={FORM}
      name={isEntry ? 'editEntry' : 'editTakeProfit'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (plainDigits(editing.price) !== null && plainDigits(second) !== null) {
          onSave();
          return;
        }
        setChecked(true);
        focusFirstWrong(event.currentTarget);
      }}
    >
      <NumberField
        name="price"
        label={isEntry ? t('field.price') : t('field.targetPrice')}
        unit="USD"
        required
        decimals={POSITION_DECIMALS.price}
        value={editing.price}
        onChange={(price) => onType({ ...editing, price })}
        error={wrong(editing.price)}
      />
      <NumberField
        name={isEntry ? 'quantity' : 'quantityOrPercent'}
        label={isPercent ? t('field.percentOfPosition') : t('field.quantity')}
        unit={isPercent ? '%' : ''}
        required
        decimals={POSITION_DECIMALS.quantity}
        value={second}
        onChange={(text) =>
          onType(isEntry ? { ...editing, quantity: text } : { ...editing, quantityOrPercent: text })
        }
        error={wrong(second)}
      />
    </form>
  );
}
