/** Shares an earned badge as a picture. This chunk and its imports are fetched with the tap. */
import { useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSharePicture } from '#platform/share-picture/use-share-picture.ts';
import { Button } from '#ui/button.tsx';
import { PictureDialog } from '#ui/shared-picture/picture-dialog.tsx';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';

export { drawBadge } from './draw-badge.ts';

export interface ShareBadgeDialogProps {
  readonly badgeId: string;
  readonly name: string;
  readonly canvas: HTMLCanvasElement;
  readonly onClose: () => void;
}

export function ShareBadgeDialog({ badgeId, name, canvas, onClose }: ShareBadgeDialogProps) {
  const device = useDevice();
  const { t } = useTranslation('achievements');
  const sharing = useSharePicture(canvas, (picture) => device.sharePicture({ badgeId }, picture));
  const [outcome, setOutcome] = useState('');
  const once = useOneAtATime();
  const isBusy = sharing.busy !== null;

  const send = async () => {
    setOutcome('');
    const sent = await sharing.send();
    if (sent === 'sent') onClose();
    if (sent === 'failed') setOutcome(t('share.sendFailed'));
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
      canvas={canvas}
      label={t('share.picture', { name })}
      outcome={outcome}
      onClose={onClose}
      actions={
        <>
          <Button
            variant={sharing.canSend ? 'quiet' : 'primary'}
            busy={sharing.busy === 'save'}
            disabled={isBusy}
            onClick={() => void once(save)}
          >
            {t('share.save')}
          </Button>
          {sharing.canSend && (
            <Button busy={sharing.busy === 'send'} disabled={isBusy} onClick={() => void once(send)}>
              {t('share.send')}
            </Button>
          )}
        </>
      }
    />
  );
}
