/** Offers the prices of a result to the other calculators of a trade. */
import { Link } from '@tanstack/react-router';
import { CALCULATION_TYPES, CALCULATORS, type CalculationType, pathOf } from '#core/calculators/catalogue.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { type CarriedTrade, carryTo } from './carried-trade.ts';
import './carry-over.css';

const TAKING = CALCULATION_TYPES.filter((type) => 'takesTrades' in CALCULATORS[type]);

export interface CarryOverProps {
  readonly from: CalculationType;
  readonly trade: CarriedTrade;
}

export function CarryOver({ from, trade }: CarryOverProps) {
  const { t } = useTranslation('calculators');
  return (
    <section className="carry-over" aria-label={t('carry.title')}>
      <span className="sub">{t('carry.title')}</span>
      {TAKING.filter((type) => type !== from).map((type) => (
        <Link key={type} to={pathOf(type)} className="carry-over-link" onClick={() => carryTo(type, trade)}>
          {t(`name.${type}`)}
        </Link>
      ))}
    </section>
  );
}
