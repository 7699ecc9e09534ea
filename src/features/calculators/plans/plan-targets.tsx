/** The targets of the plan that has filled in a form: the first is in its field, and a tap puts in another one. */
import { plainNumber } from '#core/number-input.ts';
import { shownNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import './plan-targets.css';

export interface PlanTargetsProps {
  readonly form: {
    readonly targets: readonly string[];
    change(fields: { readonly takeProfitPrice: string }): void;
  };
  readonly fields: { readonly takeProfitPrice: string };
}

/** Nothing where there is no choice. */
export function PlanTargets({ form, fields }: PlanTargetsProps) {
  const { t } = useTranslation('calculators');
  if (form.targets.length < 2) return null;
  return (
    <fieldset className="plan-targets">
      <legend className="visually-hidden">{t('plan.targets')}</legend>
      {form.targets.map((target, index) => (
        <label key={target} className="plan-target">
          <input
            type="radio"
            name="planTarget"
            value={target}
            checked={plainNumber(fields.takeProfitPrice) === target}
            onChange={() => form.change({ takeProfitPrice: target })}
          />
          <span>
            {t('plan.target', { number: index + 1 })} <b>{shownNumber(target)}</b>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
