/** The market overview as a screen of its own. */
import { Link } from '@tanstack/react-router';
import { Calendar } from 'lucide-react';
import type { Device } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { RowContent } from '#ui/row.tsx';
import { Screen } from '#ui/screen.tsx';
import { MarketBlock } from './block.tsx';

export function MarketScreen({ device }: { readonly device: Device }) {
  const { t } = useTranslation('market');
  return (
    <Screen title={t('title')}>
      <MarketBlock device={device} />
      <p className="sub">{t('rule')}</p>
      <p className="sub">{t('moved.rule')}</p>
      <Card rows>
        <Link to="/calendar" className="row">
          <RowContent icon={<Calendar />} label={t('calendar.name')} detail={t('calendar.about')} leads />
        </Link>
      </Card>
    </Screen>
  );
}
