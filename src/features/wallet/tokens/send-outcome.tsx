/** What a wallet has done with a transaction: a dialog until it is read, and a message beside it, as the library has them. */
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** One for each time. */
export interface SendResult {
  readonly how: 'sent' | 'cancelled';
}

const SHOWN_MS = 4_500;

export function SendOutcome({ result }: { readonly result: SendResult | null }) {
  const { t } = useTranslation(['achievements', 'common']);
  const [read, setRead] = useState<SendResult | null>(null);
  const [over, setOver] = useState<SendResult | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setOver(result), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);

  const title = result === null ? '' : t(`token.${result.how}.title`);
  const text = result === null ? '' : t(`token.${result.how}.text`);
  const close = () => setRead(result);
  return (
    <>
      <Dialog
        open={result !== read}
        title={title}
        onClose={close}
        actions={<Button onClick={close}>{t('common:close')}</Button>}
      >
        <p>{text}</p>
      </Dialog>
      <div className="toast-place" role="status">
        {result !== over && (
          <div className="toast">
            <span>
              <b>{title}.</b> {text}
            </span>
          </div>
        )}
      </div>
    </>
  );
}
