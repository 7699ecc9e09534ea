/** A sheet over the screen, as a native dialog: focus stays inside, Escape, back and a tap outside close it. */
import type { ReactNode } from 'react';
import { useContext, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { painted } from './after-paint.ts';
import { BackLayers } from './back-layers.ts';
import './sheet.css';
import './dialog.css';

/** How soon after it was opened a tap outside is the second of the two that opened it, milliseconds. */
const OPENING_MS = 400;

export interface DialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  /** Asked to close by Escape, the back gesture, the host's back button or a tap outside. */
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
  const addBackLayer = useContext(BackLayers);
  const close = useEffectEvent(onClose);

  useEffect(() => (open ? addBackLayer(() => close()) : undefined), [open, addBackLayer]);

  // Asked again and again, the browser would close it past `cancel`, and it would still count as open.
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat, defaultPrevented } = event;
      if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return;
      // The page has the focus where the button that had it is disabled.
      if (target !== document.body && target.closest('dialog') !== ref.current) return;
      event.preventDefault();
      if (!repeat) close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  // The tap is answered first: for a sheet the browser looks at the whole page again.
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
    // Not on a button: a stray Enter would press it. Asked for beforehand, so that no button has it for a moment.
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
