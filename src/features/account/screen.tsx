/** What the user trades with: set once, on every device, and filled in by the calculators. */
import { type FormEvent, useState } from 'react';
import { ACCOUNT_FIELDS, type Account, type AccountField, NO_ACCOUNT } from '#core/contract/settings.ts';
import { plainNumber } from '#core/number-input.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLive } from '#ui/use-live.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import './account.css';

/** Unit, and the decimals that its field accepts. */
const SHAPES: Readonly<Record<AccountField, readonly [unit: string, decimals: number]>> = {
  deposit: ['USD', 2],
  riskAmount: ['USD', 2],
  riskPercent: ['%', 2],
  leverage: ['×', 1],
  entryFee: ['%', 4],
  exitFee: ['%', 4],
};

export function Screen() {
  const device = useDevice();
  const { t } = useTranslation('account');
  const host = useHost();
  const toast = useToast();
  const oneAtATime = useOneAtATime();
  const known = useLive(device.live.account);
  /** What is typed and not saved yet. */
  const [typed, setTyped] = useState<Partial<Account>>({});
  if (known === undefined) return <ScreenLayout>{null}</ScreenLayout>;

  const account: Account = { ...known, ...typed };
  const isOver100 = Number(account.riskPercent) > 100;

  async function save(): Promise<void> {
    const chosen = Object.fromEntries(
      ACCOUNT_FIELDS.map((name) => [name, chosenNumber(account[name])]),
    ) as Account;
    try {
      await device.changeSettings({ account: chosen });
    } catch (error) {
      console.error('Cannot save the account', error);
      host.haptic('error');
      toast({ text: t('failed') });
      return;
    }
    setTyped({});
    host.haptic('success');
    toast({ text: t('saved') });
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isOver100) event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else void oneAtATime(save);
  }

  return (
    <ScreenLayout>
      <p>{t('about')}</p>
      <form className="account-form" name="account" noValidate onSubmit={submit}>
        <div className="card card-rows">
          {ACCOUNT_FIELDS.map((name) => {
            const [unit, decimals] = SHAPES[name];
            return (
              <NumberField
                key={name}
                name={name}
                label={t(`field.${name}`)}
                unit={unit}
                decimals={decimals}
                placeholder="—"
                value={account[name]}
                onChange={(text) => setTyped((before) => ({ ...before, [name]: text }))}
                error={name === 'riskPercent' && isOver100 ? t('atMost100') : null}
              />
            );
          })}
        </div>
        <Button type="submit" wide>
          {t('save')}
        </Button>
      </form>
      <p className="sub">{t('where')}</p>
    </ScreenLayout>
  );
}

/** Plain digits in one form; 0 counts as nothing chosen. */
function chosenNumber(text: string): string {
  const digits = plainNumber(text);
  return digits === '0' ? NO_ACCOUNT.deposit : digits;
}
