/** A code that is copied on tap, with the result shown for a moment. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTimeout } from './use-timeout.ts';
import './promo-code.css';

/** How long the button shows the result. */
const SHOWN_MS = 1500;

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
  useTimeout(outcome, SHOWN_MS, () => setOutcome(null));

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
          {outcome === 'copied' ? <Check size={20} /> : <Copy size={20} />}
          {words[outcome ?? 'copy']}
        </span>
      </button>
      <span className="visually-hidden" role="status">
        {outcome !== null && words[outcome]}
      </span>
    </>
  );
}
