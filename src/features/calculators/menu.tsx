/** The six calculators, each with the question that it answers, and a link to the history. */
import { Link } from '@tanstack/react-router';
import { Activity, Coins, Crosshair, DollarSign, History, Layers, Percent } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { RowContent } from '#ui/row.tsx';
import { Screen } from '#ui/screen.tsx';
import './menu.css';

const CALCULATORS = [
  { type: 'RiskMoney', to: '/riskmoney', Icon: DollarSign },
  { type: 'RiskPercent', to: '/riskpercent', Icon: Percent },
  { type: 'AveragePosition', to: '/averageposition', Icon: Layers },
  { type: 'TakeProfitStopLoss', to: '/takeprofitstoploss', Icon: Crosshair },
  { type: 'ElliottWave', to: '/elliottwave', Icon: Activity },
  { type: 'Staking', to: '/staking', Icon: Coins },
] as const;

export function CalculatorsMenu() {
  const { t } = useTranslation('calculators');
  return (
    <Screen title={t('title')}>
      <Card rows>
        <ul>
          {CALCULATORS.map(({ type, to, Icon }) => (
            <li key={type}>
              <Link to={to} className="row">
                <RowContent
                  icon={
                    <span className="menu-icon">
                      <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
                    </span>
                  }
                  label={<span className="menu-name">{t(`name.${type}`)}</span>}
                  detail={t(`about.${type}`)}
                  leads
                />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <Card rows>
        <Link to="/history" className="row">
          <RowContent
            icon={<History size={22} strokeWidth={1.75} aria-hidden="true" />}
            label={t('history')}
            detail={t('historyAbout')}
            leads
          />
        </Link>
      </Card>
      <p className="sub menu-advice">{t('notAdvice')}</p>
    </Screen>
  );
}
