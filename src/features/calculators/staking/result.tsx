/** The result card of staking: the final figures, the curve, and the table of days. */
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { StakingInput, StakingResult } from '#core/calculators/staking.ts';
import { shownNumbers } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { painted } from '#ui/after-paint.ts';
import { Button } from '#ui/button.tsx';
import { Figure } from '../shared/figure.tsx';
import { ResultCard } from '../shared/result-card.tsx';
import { BalanceCurve } from './balance-curve.tsx';
import { DayTable } from './day-table.tsx';

export interface StakingResultCardProps {
  readonly input: StakingInput;
  readonly result: StakingResult;
  readonly stale: boolean;
  readonly arrivals: number;
}

export function StakingResultCard({ input, result, stale, arrivals }: StakingResultCardProps) {
  const { t } = useTranslation('calculators');
  const [open, setOpen] = useState(false);
  const [hasTable, setHasTable] = useState(false);
  // Paint the button's new state first, since the table takes longer.
  const toggle = () => {
    setOpen(!open);
    void painted().then(() => setHasTable(!open));
  };
  const { display, rows } = result;
  return (
    <ResultCard stale={stale} arrivals={arrivals} summary={t('summary.Staking', shownNumbers(display))}>
      <div className="result-head">
        <Figure size="large" name="finalBalance" text={display.finalBalance} />
        <Figure size="pill" signed labelHidden name="profit" text={display.profit} />
      </div>
      <BalanceCurve input={input} result={result} />
      <div className="figs">
        <Figure name="profitability" text={display.profitability} unit="%" />
      </div>
      <Button variant="quiet" small aria-expanded={open} onClick={toggle}>
        {open ? t('days.hide') : t('days.show')}
        <ChevronDown
          className={open ? 'chevron chevron-up' : 'chevron'}
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
        />
      </Button>
      {hasTable && <DayTable rows={rows} />}
    </ResultCard>
  );
}
