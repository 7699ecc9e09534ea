/** The fields of a calculator as one grouped card, with Clear and Calculate under it. Enter calculates. */
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';

export interface CalculatorFormProps {
  readonly name?: string;
  /** Above the fields. */
  readonly toggles?: ReactNode;
  /** The fields. */
  readonly children: ReactNode;
  readonly onClear?: () => void;
  readonly onCalculate: () => void;
  readonly disabled?: boolean;
}

export function CalculatorForm(props: CalculatorFormProps) {
  const { t } = useTranslation('calculators');
  return (
    <form
      className="calculator-form"
      name={props.name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        hideKeyboard();
        props.onCalculate();
        focusFirstWrong(event);
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

/** On a phone the keyboard would hide the result. */
export function hideKeyboard(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && matchMedia('(pointer: coarse)').matches) focused.blur();
}

/** After the fields that are wrong have been marked. */
export function focusFirstWrong(event: FormEvent<HTMLFormElement>): void {
  const form = event.currentTarget;
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
