/** What the user trades with: kept with every keystroke, and filled in by the calculators. */
import { useEffect, useMemo, useState } from 'react';
import { ACCOUNT_FIELDS, type AccountField, type TradeAccount } from '#core/calculators/trade-account.ts';
import { ACCOUNT_SUBJECT } from '#core/edits.ts';
import { plainNumber } from '#core/number-input.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { systemClock } from '#platform/clock.ts';
import { editKeeper } from '#platform/edit-keeper.ts';
import { NumberField } from '#ui/number-field.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLive } from '#ui/use-live.ts';

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
  const toast = useToast();
  const known = useLive(device.live.account);
  /** As typed: what the device keeps must not change a field under the caret. */
  const [typed, setTyped] = useState<Partial<TradeAccount>>({});
  const keeper = useMemo(
    () =>
      editKeeper<Partial<TradeAccount>>({
        userId: device.userId,
        subject: ACCOUNT_SUBJECT,
        clock: systemClock,
        write: (change) => device.changeAccount(change),
        onFail: (error) => {
          console.error('Cannot keep the account', error);
          toast({ text: t('failed') });
        },
      }),
    [device, t, toast],
  );
  useEffect(() => () => void keeper.settled().then(device.sendEdits), [keeper, device]);
  if (known === undefined) return <ScreenLayout>{null}</ScreenLayout>;
  const account = { ...known, ...typed };

  const change = (name: AccountField, text: string) => {
    setTyped((before) => ({ ...before, [name]: text }));
    if (!isTooMuch(name, text)) keeper.keep({ [name]: chosenNumber(text) });
  };

  return (
    <ScreenLayout>
      <p>{t('about')}</p>
      <form className="card card-rows" name="account" noValidate onSubmit={(event) => event.preventDefault()}>
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
              onChange={(text) => change(name, text)}
              error={isTooMuch(name, account[name]) ? t('atMost100') : null}
            />
          );
        })}
      </form>
      <p className="sub" role="status">
        {Object.keys(typed).length > 0 && t('saved')}
      </p>
      <p className="sub">{t('where')}</p>
    </ScreenLayout>
  );
}

function isTooMuch(name: AccountField, text: string): boolean {
  return name === 'riskPercent' && Number(plainNumber(text)) > 100;
}

/** Plain digits in one form; 0 is nothing. */
function chosenNumber(text: string): string {
  const digits = plainNumber(text);
  return digits === '0' ? '' : digits;
}
