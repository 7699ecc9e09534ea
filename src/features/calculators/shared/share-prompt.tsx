/**
 * Appears after a record is safely on the device: offers to share it with a friend, as a picture if the messaging app
 * supports that.
 */
import { Share2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import type { RecordedInputs } from '#core/calculators/record-summary.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { Host } from '#platform/host.ts';
import { useHost } from '#platform/host-context.tsx';
import { systemRandom } from '#platform/random.ts';
import { Button } from '#ui/button.tsx';
import { useLive } from '#ui/use-live.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { shareTextAtRandom } from './share-text.ts';

export interface SharePromptProps {
  readonly calculationType: CalculationType;
  /** As recorded: all figures follow from them. */
  readonly inputs: RecordedInputs;
}

export function SharePrompt({ calculationType, inputs }: SharePromptProps) {
  const device = useDevice();
  const { t } = useTranslation(['calculators', 'common']);
  const { t: texts } = useTranslation('calculators');
  const host = useHost();
  const oneAtATime = useOneAtATime();
  const [busy, setBusy] = useState(false);
  const [isLinkInstead, setLinkInstead] = useState(false);
  const link = useLive(device.live.profile)?.referralLink;
  const isPicture = takesPictures(host);
  const isThere = useIsThere();

  const share = async (url: string) => {
    setBusy(true);
    setLinkInstead(false);
    const isShared = isPicture && (await sharedAsPicture());
    setBusy(false);
    if (isShared || !isThere()) return;
    setLinkInstead(isPicture);
    host.share(t(`common:shareText.${shareTextAtRandom(systemRandom.next())}`), url);
  };

  async function sharedAsPicture(): Promise<boolean> {
    try {
      const { shareResult } = await loadChunk(
        'the result picture',
        () => import('../sharing/share-result.ts'),
        {
          patience: 0,
        },
      );
      return await shareResult(host, device, { calculationType, inputs }, texts, isThere);
    } catch (error) {
      console.warn('Cannot share a result as a picture', error);
      return false;
    }
  }

  return (
    <section className="card share-prompt" aria-label={t('calculators:share.title')}>
      <p className="share-prompt-text">
        {isPicture ? t('calculators:share.promptPicture') : t('calculators:share.prompt')}
      </p>
      <Button
        variant="quiet"
        small
        busy={busy}
        disabled={link === undefined}
        onClick={() => link !== undefined && void oneAtATime(() => share(link))}
      >
        <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
        {isPicture ? t('calculators:share.buttonPicture') : t('calculators:share.button')}
      </Button>
      {link === undefined && <p className="share-prompt-line sub">{t('calculators:share.later')}</p>}
      <p className="share-prompt-line sub" role="status">
        {isLinkInstead && t('calculators:share.linkInstead')}
      </p>
    </section>
  );
}

/** Whether the prompt is still on the screen: nothing may open over another screen. */
function useIsThere(): () => boolean {
  const there = useRef(false);
  // A layout effect, so that it changes exactly when the prompt leaves the page.
  useLayoutEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);
  return () => there.current;
}

/** Whether the messaging app has the dialog for prepared messages: Bot API 8.0. */
function takesPictures({ version }: Pick<Host, 'version'>): boolean {
  return Number.parseInt(version, 10) >= 8;
}
