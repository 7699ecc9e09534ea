/** The outcome of a transaction. A dialog, because the user may return from the wallet at any time. */
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

export type SendResult = 'sent' | 'cancelled';

export interface SendDialogProps {
  /** Null while there is no outcome to show. */
  readonly result: SendResult | null;
  readonly onClose: () => void;
}

export function SendDialog({ result, onClose }: SendDialogProps) {
  const { t } = useTranslation(['achievements', 'common']);
  return (
    <Dialog
      open={result !== null}
      title={result === null ? '' : t(`token.${result}.title`)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <p>{result !== null && t(`token.${result}.text`)}</p>
    </Dialog>
  );
}
