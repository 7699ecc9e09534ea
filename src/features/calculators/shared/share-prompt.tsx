/** Follows a record that is safely on the device: offers to tell a friend. */
import { Share2 } from 'lucide-react';
import type { Device } from '#data/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { systemRandom } from '#platform/random.ts';
import { Button } from '#ui/button.tsx';
import { useLive } from '#ui/use-live.ts';
import { shareTextAtRandom } from './share-text.ts';

export function SharePrompt({ device }: { readonly device: Device }) {
  const { t } = useTranslation(['calculators', 'common']);
  const host = useHost();
  const link = useLive(device.live.profile)?.referralLink;
  return (
    <section className="card share-prompt" aria-label={t('calculators:share.title')}>
      <p className="share-prompt-text">{t('calculators:share.prompt')}</p>
      <Button
        variant="quiet"
        small
        disabled={link === undefined}
        onClick={() => {
          if (link !== undefined)
            host.share(t(`common:shareText.${shareTextAtRandom(systemRandom.next())}`), link);
        }}
      >
        <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('calculators:share.button')}
      </Button>
      {link === undefined && <p className="share-prompt-later sub">{t('calculators:share.later')}</p>}
    </section>
  );
}
