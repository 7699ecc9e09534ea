/** A code that is copied on tap, with the result shown for a moment. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import './promo-code.css';

/** How long the button shows the result. */
const SHOWN_MS = 1500;
const MARK = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

export interface PromoCodeProps {
  readonly code: string;
  /** The purpose of the code. */
  readonly label: string;
  readonly words: { readonly copy: string; readonly copied: string; readonly copyFailed: string };
  /** Resolves to whether it was copied. */
  readonly onCopy: (code: string) => Promise<boolean>;
}

export function PromoCode({ code, label, words, onCopy }: PromoCodeProps) {
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    setOutcome((await onCopy(code)) ? 'copied' : 'copyFailed');
  }

  return (
    <>
      <button type="button" className="promo-code" onClick={() => void copy()}>
        <span className="promo-code-what">
          <span className="sub">{label}</span>
          <b>{code}</b>
        </span>
        <span className="promo-code-copy">
          {outcome === 'copied' ? <Check {...MARK} /> : <Copy {...MARK} />}
          {words[outcome ?? 'copy']}
        </span>
      </button>
      <span className="visually-hidden" role="status">
        {outcome !== null && words[outcome]}
      </span>
    </>
  );
}
