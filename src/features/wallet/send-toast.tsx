/** What a wallet has done with a transaction. The library's own message hangs on its own button, which the app does not have. */
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';

/** One for each time. */
export interface Sent {
  readonly how: 'sent' | 'cancelled';
}

const SHOWN_MS = 4_500;

export function SendToast({ sent }: { readonly sent: Sent | null }) {
  const { t } = useTranslation('achievements');
  const [over, setOver] = useState<Sent | null>(null);
  useEffect(() => {
    if (sent === null) return;
    const timer = setTimeout(() => setOver(sent), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  return (
    <div className="toast-place" role="status">
      {sent !== null && sent !== over && (
        <div className="toast">
          <span>
            <b>{t(`token.${sent.how}.title`)}</b> {t(`token.${sent.how}.text`)}
          </span>
        </div>
      )}
    </div>
  );
}
