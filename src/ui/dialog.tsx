/** A sheet over the screen, as a native dialog: focus stays inside, Escape, back and a tap outside close it. */
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { painted } from './after-paint.ts';
import { useBackLayer } from './use-back-layer.ts';
import './sheet.css';
import './dialog.css';

/** How soon after opening a tap outside counts as the second tap of the opening, milliseconds. */
const OPENING_MS = 400;

export interface DialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  /** Called on Escape, the back gesture, the host's back button or a tap outside. */
  readonly onClose: () => void;
  /** Buttons, the primary last. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function Dialog({ open, title, onClose, actions, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  /** `performance.now()` when it was opened. */
  const openedAt = useRef(0);
  const id = useId();
  const close = useEffectEvent(onClose);

  useBackLayer(open, onClose);

  // On repeated Escape the browser would close the dialog without `cancel`, and `open` would still be true.
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat, defaultPrevented } = event;
      if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return;
      // The page has the focus if the focused button was disabled.
      if (target !== document.body && target.closest('dialog') !== ref.current) return;
      event.preventDefault();
      if (!repeat) close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  // Paint the tap's feedback first: showing a sheet makes the browser lay out the whole page again.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    if (!open) return;
    let isLeft = false;
    void painted().then(() => {
      if (!isLeft) setIsReady(true);
    });
    return () => {
      isLeft = true;
      setIsReady(false);
    };
  }, [open]);

  const isShown = open && isReady;
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || !isShown) return;
    // Focus the dialog, not a button that a stray Enter would press. Set before opening, so that no button gets the
    // focus even briefly.
    dialog.autofocus = true;
    openedAt.current = performance.now();
    dialog.showModal();
    if (document.activeElement !== dialog) dialog.focus();
    return () => dialog.close();
  }, [isShown]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Escape
    <dialog
      ref={ref}
      className="sheet dialog"
      tabIndex={-1}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current && performance.now() - openedAt.current >= OPENING_MS) onClose();
      }}
    >
      {isShown && (
        <div className="dialog-sheet">
          <h2 id={id} className="sheet-title">
            {title}
          </h2>
          {children !== undefined && <div className="dialog-body">{children}</div>}
          {actions !== undefined && <div className="dialog-actions">{actions}</div>}
        </div>
      )}
    </dialog>
  );
}
