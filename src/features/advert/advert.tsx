/**
 * A partner's promo. It waits, fades in over the screen, and is gone when closed. The caller decides how
 * often it appears.
 */
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Advert as AdvertOf } from '#core/operator.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { inLanguage } from '#platform/links.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { useBackLayer } from '#ui/use-back-layer.ts';
import { useTimeout } from '#ui/use-timeout.ts';
import '#ui/sheet.css';
import { AdvertArt } from './art.tsx';
import { isFree } from './moment.ts';
import { Offer } from './offer.tsx';
import './advert.css';

/** After the arrival on the screen, milliseconds. */
const APPEARS_MS = 1000;
/** How soon to check again while the user is typing, or something else covers the screen. */
const AGAIN_MS = 1000;
const LEAVES_MS = 300;

export interface AdvertProps {
  readonly advert: AdvertOf;
  /** `performance.now()` when the screen was opened. */
  readonly arrivedAt: number;
  readonly onShown: () => void;
}

export function Advert({ advert, arrivedAt, onShown }: AdvertProps) {
  const { t } = useTranslation('advert');
  const host = useHost();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [state, setState] = useState<'waiting' | 'opening' | 'open' | 'leaving' | 'gone'>('waiting');
  const isShown = state === 'opening' || state === 'open';
  const leave = () => {
    // Nothing to fade yet.
    if (state === 'opening') ref.current?.close();
    else setState((before) => (before === 'open' ? 'leaving' : before));
  };

  const show = useEffectEvent(() => {
    ref.current?.showModal();
    // Focus the dialog: a stray Enter would press a focused button.
    ref.current?.focus();
    host.expand();
    onShown();
    // `showModal` styles the whole page anew, which takes a slow phone a frame. The contents come in the next one.
    afterPaint(() => setState((before) => (before === 'opening' ? 'open' : before)));
  });

  useEffect(() => {
    if (state !== 'waiting') return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      if (isFree(document)) setState('opening');
      else timer = setTimeout(look, AGAIN_MS);
    };
    timer = setTimeout(look, Math.max(0, arrivedAt + APPEARS_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [state, arrivedAt]);

  useEffect(() => {
    if (state === 'opening') show();
  }, [state]);
  useBackLayer(isShown, leave);

  useTimeout(state === 'leaving', host.reducedMotion() ? 0 : LEAVES_MS, () => {
    // Closing returns the focus to its previous place.
    ref.current?.close();
    setState('gone');
  });

  if (state === 'gone') return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for it, Escape, arrives as `cancel`
    <dialog
      ref={ref}
      className="sheet advert"
      data-state={state}
      tabIndex={-1}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // A second Escape closes it without `cancel`.
      onClose={() => setState('gone')}
      onClick={(event) => {
        // While it opens, a tap was meant for the screen below.
        if (event.target === ref.current && state === 'open') leave();
      }}
    >
      <button type="button" className="advert-close" aria-label={t('close')} onClick={leave}>
        <X size={22} />
      </button>
      <div className="advert-sheet">
        <AdvertArt />
        <p className="sub">{t('label')}</p>
        <h2 id={titleId} className="sheet-title">
          {inLanguage(advert.title, shownLanguage())}
        </h2>
        <Offer advert={advert} />
      </div>
    </dialog>
  );
}
