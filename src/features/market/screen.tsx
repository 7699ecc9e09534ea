/** The market overview as a screen of its own. */
import type { Device } from '#data/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Screen } from '#ui/screen.tsx';
import { MarketBlock } from './block.tsx';

export function MarketScreen({ device }: { readonly device: Device }) {
  const { t } = useTranslation('market');
  return (
    <Screen title={t('title')}>
      <MarketBlock device={device} />
    </Screen>
  );
}
