/** One short message above the bottom bar, with at most one action (Undo, Update). */
import type { ReactNode } from 'react';
import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTimeout } from './use-timeout.ts';
import './toast.css';

export interface Toast {
  readonly text: string;
  readonly action?: {
    readonly label: string;
    readonly onAction: () => void;
    /** If not undefined, the action gets the focus, and this element gets it afterwards. */
    readonly focusAfter?: HTMLElement | null | undefined;
  };
  /** Milliseconds, up to a timer's limit. */
  readonly shownMs?: number;
  /** Called once it is gone, for whatever reason. */
  readonly onEnd?: () => void;
}

/** Returns the function that hides this message. */
type ShowToast = (toast: Toast) => () => void;
const ToastContext = createContext<ShowToast>(() => () => undefined);

/** `useToast()({text: …})` shows a message; a new one replaces the previous one. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

const SHOWN_MS = 3000;
const SHOWN_WITH_ACTION_MS = 6000;

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<{ readonly toast: Toast; readonly key: number } | null>(null);
  /** It stays while it has the focus. */
  const [isFocused, setIsFocused] = useState(false);
  const show = useCallback<ShowToast>((toast) => {
    setIsFocused(false);
    setShown((before) => ({ toast, key: (before?.key ?? 0) + 1 }));
    return () => setShown((now) => (now?.toast === toast ? null : now));
  }, []);
  const action = shown?.toast.action;
  const shownMs = shown?.toast.shownMs ?? (action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
  useTimeout(!isFocused && shown, shownMs, () => setShown(null));
  useEffect(() => () => shown?.toast.onEnd?.(), [shown]);
  const place = useRef<HTMLDivElement>(null);
  // Above an open dialog too, which is in the top layer. Older engines have no popovers.
  useLayoutEffect(() => {
    const popover = place.current;
    if (shown === null) return;
    popover?.showPopover?.();
    return () => popover?.hidePopover?.();
  }, [shown]);
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div className="toast-place" role="status" popover="manual" ref={place}>
        {shown !== null && (
          <div className="toast" key={shown.key}>
            <span>{shown.toast.text}</span>
            {action !== undefined && (
              <button
                type="button"
                className="toast-action"
                onFocus={() => setIsFocused(true)}
                onBlur={() => setIsFocused(false)}
                ref={action.focusAfter === undefined ? null : focus}
                onKeyDown={(event) => {
                  if (!action.focusAfter || !['Tab', 'Escape'].includes(event.key)) return;
                  event.preventDefault();
                  action.focusAfter.focus();
                }}
                onClick={() => {
                  setIsFocused(false);
                  setShown(null);
                  action.onAction();
                  action.focusAfter?.focus();
                }}
              >
                {action.label}
              </button>
            )}
          </div>
        )}
      </div>
    </ToastContext.Provider>
  );
}

function focus(button: HTMLElement | null): void {
  button?.focus();
}
