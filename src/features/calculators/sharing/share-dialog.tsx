/** Shares a result as a picture. This chunk and its imports are fetched with the tap. */
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import { shownDate } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { systemClock } from '#platform/clock.ts';
import { readDraftMirror, writeDraftMirror } from '#platform/draft-mirror.ts';
import { useSharePicture } from '#platform/share-picture/use-share-picture.ts';
import { Button } from '#ui/button.tsx';
import { PictureDialog } from '#ui/shared-picture/picture-dialog.tsx';
import { useLive } from '#ui/use-live.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { planAddress } from '../plans/plan-address.ts';
import { qrMatrix } from '../plans/qr-matrix.ts';
import type { CarriedTrade } from '../shared/carried-trade.ts';
import { SwitchRow } from '../shared/switch-row.tsx';
import { contentOf, describe, type SharedResult } from './content.ts';
import { drawResult } from './draw.ts';

export { loadOwnMark } from '#ui/shared-picture/own-mark.ts';

/** Of the choice that the user's device keeps. */
const HIDES_AMOUNTS = 'hides-amounts';

export interface ShareDialogProps {
  readonly result: SharedResult;
  /** The picture carries it as a code; null without one. */
  readonly trade: CarriedTrade | null;
  readonly onClose: () => void;
  /** @param isInstead whether the picture was meant. */
  readonly onLink: (isInstead: boolean) => void;
}

export interface DrawnResult {
  readonly canvas: HTMLCanvasElement;
  readonly text: string;
}

/** Null if the inputs have no result, or the browser cannot draw. @param plan the launch link of its trade. */
export function drawnResult(
  result: SharedResult,
  t: TFunction<'calculators'>,
  hidesAmounts = false,
  plan: string | null = null,
): DrawnResult | null {
  const content = contentOf(result, t, hidesAmounts);
  if (content === null) return null;
  const canvas = drawResult(content, {
    date: shownDate(systemClock.now(), 'dayOfYearAndTime'),
    advice: t('notAdvice'),
    qr: plan === null ? undefined : { matrix: qrMatrix(plan), caption: t('share.scan') },
    more: (number) => t('share.more', { number }),
  });
  return canvas === null ? null : { canvas, text: describe(content) };
}

export function ShareDialog(props: ShareDialogProps) {
  const { trade, result } = props;
  const { calculationType, inputs } = result;
  const device = useDevice();
  const referralLink = useLive(device.live.profile)?.referralLink;
  const plan =
    trade === null || referralLink === undefined ? null : planAddress(trade, device.userId, referralLink);
  const { t } = useTranslation('calculators');
  const [hidesAmounts, setHidesAmounts] = useState(
    () => readDraftMirror(device.userId, HIDES_AMOUNTS) === true,
  );
  // The inputs of a result never change while its dialog is open.
  const drawn = useMemo(
    () => drawnResult({ calculationType, inputs }, t, hidesAmounts, plan),
    [calculationType, inputs, t, hidesAmounts, plan],
  );
  if (drawn === null) return null;
  return (
    <Opened
      {...props}
      drawn={drawn}
      hasCode={plan !== null}
      hidesAmounts={hidesAmounts}
      onHideAmounts={(hides) => {
        writeDraftMirror(device.userId, HIDES_AMOUNTS, hides);
        setHidesAmounts(hides);
      }}
    />
  );
}

interface OpenedProps extends ShareDialogProps {
  readonly drawn: DrawnResult;
  readonly hasCode: boolean;
  readonly hidesAmounts: boolean;
  readonly onHideAmounts: (hides: boolean) => void;
}

function Opened(props: OpenedProps) {
  const { result, drawn, hasCode, hidesAmounts, onHideAmounts, onClose, onLink } = props;
  const device = useDevice();
  const { t } = useTranslation('calculators');
  const { calculationType } = result;
  const sharing = useSharePicture(drawn.canvas, (picture) =>
    device.sharePicture({ calculationType }, picture),
  );
  const [outcome, setOutcome] = useState('');
  const once = useOneAtATime();
  const isBusy = sharing.busy !== null;

  const send = async () => {
    setOutcome('');
    const sent = await sharing.send();
    if (sent === 'sent') onClose();
    if (sent === 'failed') onLink(true);
  };

  const save = async () => {
    setOutcome('');
    const saved = await sharing.save();
    if (saved === 'saving') setOutcome(t('share.saving'));
    if (saved === 'failed') setOutcome(t('share.saveFailed'));
  };

  return (
    <PictureDialog
      title={t('share.button')}
      canvas={drawn.canvas}
      label={t('share.picture', { figures: drawn.text })}
      outcome={outcome}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="quiet"
            busy={sharing.busy === 'save'}
            disabled={isBusy}
            onClick={() => void once(save)}
          >
            {t('share.save')}
          </Button>
          {sharing.canSend ? (
            <Button busy={sharing.busy === 'send'} disabled={isBusy} onClick={() => void once(send)}>
              {t('share.send')}
            </Button>
          ) : (
            <Button disabled={isBusy} onClick={() => onLink(false)}>
              {t('share.link')}
            </Button>
          )}
        </>
      }
    >
      <SwitchRow
        name="hidesAmounts"
        label={t('share.hideAmounts')}
        checked={hidesAmounts}
        // The picture under way is the one that is shown.
        disabled={isBusy}
        onChange={onHideAmounts}
      />
      <p className="sub">{hasCode ? t('share.hideAmountsWithCode') : t('share.hideAmountsWhy')}</p>
    </PictureDialog>
  );
}
