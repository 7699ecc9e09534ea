/** The calculators, each with the question that it answers, and a link to the history. */
import { Link } from '@tanstack/react-router';
import { History, type LucideIcon, Stamp } from 'lucide-react';
import { CALCULATION_TYPES, CALCULATORS, type CalculationType, pathOf } from '#core/calculators/catalogue.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { RowContent } from '#ui/row.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { ScanPlan } from './plans/scan-plan.tsx';
import './menu.css';

export const ICONS = import.meta.glob<LucideIcon>('./*/icon.ts', { eager: true, import: 'ICON' });

export function Screen() {
  const { t } = useTranslation('calculators');
  return (
    <ScreenLayout>
      <Card rows>
        <ul>
          {CALCULATION_TYPES.map((type) => (
            <li key={type}>
              <Link to={pathOf(type)} className="row">
                <RowContent
                  icon={<MenuIcon type={type} />}
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
        <ScanPlan />
        <Link to="/plans" className="row">
          <RowContent
            icon={<Stamp size={22} strokeWidth={1.75} aria-hidden="true" />}
            label={t('plan.sealedPlans')}
            detail={t('plan.sealedAbout')}
            leads
          />
        </Link>
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
    </ScreenLayout>
  );
}

function MenuIcon({ type }: { readonly type: CalculationType }) {
  const Icon = ICONS[`./${CALCULATORS[type].folder}/icon.ts`];
  return (
    <span className="menu-icon">{Icon && <Icon size={22} strokeWidth={1.75} aria-hidden="true" />}</span>
  );
}
