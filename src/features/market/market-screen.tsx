/** The market overview as a screen of its own. */
import { Link } from '@tanstack/react-router';
import { Calendar } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { RowContent } from '#ui/row.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { MarketBlock } from './block.tsx';

export function MarketScreen() {
  const { t } = useTranslation('market');
  return (
    <ScreenLayout>
      <MarketBlock />
      <p className="sub">{t('rule')}</p>
      <p className="sub">{t('moved.rule')}</p>
      <Card rows>
        <Link to="/calendar" className="row">
          <RowContent icon={<Calendar />} label={t('calendar.name')} detail={t('calendar.about')} leads />
        </Link>
      </Card>
    </ScreenLayout>
  );
}
