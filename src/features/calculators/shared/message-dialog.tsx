/** A message that the user must confirm: a title, a sentence, OK. */
import { memo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

export interface DialogMessage {
  readonly title: string;
  readonly text: string;
}

export interface MessageDialogProps {
  /** Null: the dialog is closed. */
  readonly message: DialogMessage | null;
  readonly onClose: () => void;
}

export const MessageDialog = memo(function MessageDialog({ message, onClose }: MessageDialogProps) {
  const { t } = useTranslation('calculators');
  return (
    <Dialog
      open={message !== null}
      title={message?.title ?? ''}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('ok')}</Button>}
    >
      <p>{message?.text}</p>
    </Dialog>
  );
});
