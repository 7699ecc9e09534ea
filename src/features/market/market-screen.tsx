/** The market overview as a screen of its own, with every coin on this phone. */
import { Link } from '@tanstack/react-router';
import { Calendar } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { RowContent } from '#ui/row.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { AllCoins } from './all-coins.tsx';
import { MarketBlock } from './block.tsx';
import { type CoinActions, useCoinSheet } from './coin-sheet.tsx';

export function MarketScreen(actions: CoinActions) {
  const { t } = useTranslation('market');
  const { openCoin, sheet } = useCoinSheet(actions);
  return (
    <ScreenLayout>
      <MarketBlock onOpen={openCoin} />
      <p className="sub">{t('rule')}</p>
      <p className="sub">{t('moved.rule')}</p>
      <Card rows>
        <Link to="/calendar" className="row">
          <RowContent icon={<Calendar />} label={t('calendar.name')} detail={t('calendar.about')} leads />
        </Link>
      </Card>
      <AllCoins onOpen={openCoin} />
      {sheet}
    </ScreenLayout>
  );
}
