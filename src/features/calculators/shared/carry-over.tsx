/** Offers the prices of a result to the other calculators of a trade. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CALCULATION_TYPES, CALCULATORS, type CalculationType, pathOf } from '#core/calculators/catalogue.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { newRecordId } from '#platform/record-id.ts';
import { type CarriedTrade, carryTo } from './carried-trade.ts';
import './carry-over.css';

const TAKING = CALCULATION_TYPES.filter((type) => 'takesTrades' in CALCULATORS[type]);

export interface CarryOverProps {
  readonly from: CalculationType;
  readonly trade: CarriedTrade;
}

export function CarryOver({ from, trade }: CarryOverProps) {
  const { t } = useTranslation('calculators');
  const [visit] = useState(newRecordId);
  return (
    <section className="carry-over" aria-label={t('carry.title')}>
      <span className="sub">{t('carry.title')}</span>
      {TAKING.filter((type) => type !== from).map((type) => (
        <Link
          key={type}
          to={pathOf(type)}
          state={{ carriedTo: visit }}
          className="carry-over-link"
          onClick={() => carryTo(visit, type, trade)}
        >
          {t(`name.${type}`)}
        </Link>
      ))}
    </section>
  );
}
