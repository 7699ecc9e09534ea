/** The promo code, copied on tap. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#platform/clipboard.ts';
import { useHost } from '#platform/host-context.tsx';

/** How long the button says what became of it. */
const SHOWN_MS = 1500;
const MARK = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

export interface PromoCodeProps {
  readonly code: string;
  readonly percent: number;
}

export function PromoCode({ code, percent }: PromoCodeProps) {
  const { t } = useTranslation('offers');
  const host = useHost();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    const isCopied = await copyText(code);
    host.haptic(isCopied ? 'success' : 'error');
    setOutcome(isCopied ? 'copied' : 'failed');
  }

  return (
    <>
      <button type="button" className="offers-code" onClick={() => void copy()}>
        <span className="offers-code-what">
          <span className="sub">{t('promoCode', { percent })}</span>
          <b>{code}</b>
        </span>
        <span className="offers-copy">
          {outcome === 'copied' ? <Check {...MARK} /> : <Copy {...MARK} />}
          {outcome === null ? t('copy') : t(`outcome.${outcome}`)}
        </span>
      </button>
      <span className="visually-hidden" role="status">
        {outcome !== null && t(`outcome.${outcome}`)}
      </span>
    </>
  );
}
