/** Appears after a record is safely on the device: offers to share it as a picture. */
import { Share2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import type { RecordedInputs } from '#core/calculators/record-summary.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { useHost } from '#platform/host-context.tsx';
import { systemRandom } from '#platform/random.ts';
import { Button } from '#ui/button.tsx';
import { useLive } from '#ui/use-live.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import type { SharedResult } from '../sharing/content.ts';
import type { CarriedTrade } from './carried-trade.ts';
import { shareTextAtRandom } from './share-text.ts';

export interface SharePromptProps {
  readonly calculationType: CalculationType;
  /** As recorded: all figures follow from them. */
  readonly inputs: RecordedInputs;
  /** The picture carries it as a code; null without one. */
  readonly trade?: CarriedTrade | null;
}

interface Shared {
  readonly code: typeof import('../sharing/share-dialog.tsx');
  readonly result: SharedResult;
  readonly trade: CarriedTrade | null;
}

export function SharePrompt({ calculationType, inputs, trade = null }: SharePromptProps) {
  const device = useDevice();
  const { t } = useTranslation(['calculators', 'common']);
  const { t: texts } = useTranslation('calculators');
  const host = useHost();
  const oneAtATime = useOneAtATime();
  const [busy, setBusy] = useState(false);
  const [isLinkInstead, setLinkInstead] = useState(false);
  /** The dialog's code with what it shares: as tapped, whatever becomes of the form. Null while it is closed. */
  const [open, setOpen] = useState<Shared | null>(null);
  const link = useLive(device.live.profile)?.referralLink;
  const isThere = useIsThere();

  const share = async () => {
    setBusy(true);
    setLinkInstead(false);
    const code = await loadChunk('the result picture', () => import('../sharing/share-dialog.tsx'), {
      patience: 0,
    }).catch((error: unknown) => {
      console.warn('Cannot share a result as a picture', error);
      return null;
    });
    await code?.loadOwnMark();
    setBusy(false);
    if (!isThere()) return;
    const result = { calculationType, inputs };
    if (code !== null && code.drawnResult(result, texts) !== null) setOpen({ code, result, trade });
    else shareLink(true);
  };

  const shareLink = (isInstead: boolean) => {
    setOpen(null);
    setLinkInstead(isInstead);
    if (link === undefined) return;
    host.share(t(`common:shareText.${shareTextAtRandom(systemRandom.next())}`), link);
  };

  return (
    <section className="card share-prompt" aria-label={t('calculators:share.title')}>
      <p className="share-prompt-text">{t('calculators:share.prompt')}</p>
      <Button
        variant="quiet"
        small
        busy={busy}
        disabled={link === undefined}
        onClick={() => void oneAtATime(share)}
      >
        <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('calculators:share.button')}
      </Button>
      {link === undefined && <p className="share-prompt-line sub">{t('calculators:share.later')}</p>}
      <p className="share-prompt-line sub" role="status">
        {isLinkInstead && t('calculators:share.linkInstead')}
      </p>
      {open !== null && (
        <open.code.ShareDialog
          result={open.result}
          trade={open.trade}
          onClose={() => setOpen(null)}
          onLink={shareLink}
        />
      )}
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
