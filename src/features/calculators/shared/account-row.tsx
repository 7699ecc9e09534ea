/** The account that fills in a risk calculator, in one line that leads to it. */
import { Link } from '@tanstack/react-router';
import type { TradeAccount } from '#core/calculators/trade-account.ts';
import { useDevice } from '#device/device-context.ts';
import { shownNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { RowContent } from '#ui/row.tsx';
import { useLive } from '#ui/use-live.ts';
import './account-row.css';

export function AccountRow() {
  const { t } = useTranslation('calculators');
  const account = useLive(useDevice().live.account);
  const shown = account === undefined ? '' : shownAccount(account);
  return (
    <Link to="/account" className="row account-row">
      <RowContent label={t('account.title')} value={shown === '' ? t('account.none') : shown} leads />
    </Link>
  );
}

/** As many as one line of a phone holds. */
const MOST_PARTS = 3;

function shownAccount({
  deposit,
  riskPercent,
  riskAmount,
  leverage,
  entryFee,
  exitFee,
}: TradeAccount): string {
  const parts = [
    [deposit, ' USD'],
    [riskPercent, '\u00a0%'],
    [riskAmount, ' USD'],
    [leverage, '\u00a0×'],
    [entryFee, '\u00a0%'],
    [exitFee, '\u00a0%'],
  ] as const;
  const shown = parts.flatMap(([digits, unit]) => (digits === '' ? [] : `${shownNumber(digits)}${unit}`));
  return shown.slice(0, MOST_PARTS).join('\u00a0· ');
}
