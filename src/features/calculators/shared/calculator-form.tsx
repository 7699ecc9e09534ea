/** The fields of a calculator as one grouped card, with Clear and Calculate under it. */
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { ENTER_KEY } from './enter-key.ts';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { hideKeyboard, useSubmit } from './use-submit.ts';

export interface CalculatorFormProps {
  readonly name?: string;
  /** Above the fields. */
  readonly toggles?: ReactNode;
  readonly children: ReactNode;
  readonly onClear?: () => void;
  readonly onCalculate: () => void;
  readonly disabled?: boolean;
}

export function CalculatorForm(props: CalculatorFormProps) {
  const { t } = useTranslation('calculators');
  const submit = useSubmit(props.onCalculate);
  useKeyboardInset();
  return (
    <form
      className="calculator-form"
      name={props.name}
      noValidate
      {...ENTER_KEY}
      onSubmit={(event) => {
        hideKeyboard();
        submit(event);
      }}
    >
      {props.toggles}
      <div className="card card-rows">{props.children}</div>
      <div className="calculator-buttons">
        {props.onClear && (
          <Button variant="quiet" onClick={props.onClear}>
            {t('clear')}
          </Button>
        )}
        <Button type="submit" disabled={props.disabled}>
          {t('calculate')}
        </Button>
      </div>
    </form>
  );
}
