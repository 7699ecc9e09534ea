/** A message that the user must confirm: a title, a sentence, OK. */
import { memo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

export interface DialogMessage {
  readonly title: string;
  readonly text: string;
  /** A button that mends what the message is about. */
  readonly action?: { readonly label: string; readonly onAction: () => void };
}

export interface MessageDialogProps {
  /** Null: the dialog is closed. */
  readonly message: DialogMessage | null;
  readonly onClose: () => void;
}

export const MessageDialog = memo(function MessageDialog({ message, onClose }: MessageDialogProps) {
  const { t } = useTranslation('calculators');
  const action = message?.action;
  return (
    <Dialog
      open={message !== null}
      title={message?.title ?? ''}
      onClose={onClose}
      actions={
        action === undefined ? (
          <Button onClick={onClose}>{t('ok')}</Button>
        ) : (
          <>
            <Button variant="quiet" onClick={onClose}>
              {t('ok')}
            </Button>
            <Button
              onClick={() => {
                onClose();
                action.onAction();
              }}
            >
              {action.label}
            </Button>
          </>
        )
      }
    >
      <p>{message?.text}</p>
    </Dialog>
  );
});
