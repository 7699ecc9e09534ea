/** Selects the whole text when a field gets the focus, so that typing replaces it. A second tap places the caret. */
import { type RefObject, useMemo, useRef } from 'react';

/** The handlers of the field. */
export function useSelectOnFocus(input: RefObject<HTMLInputElement | null>) {
  /** The current tap is the one that focuses the field. */
  const isEntering = useRef(false);
  /** The page lost the focus, not the field: its caret stays. */
  const isAway = useRef(false);
  return useMemo(() => {
    const selectAll = () => {
      const field = input.current;
      // A selection made by dragging in the same press stays.
      if (field === null || field.selectionStart !== field.selectionEnd) return;
      field.setSelectionRange(0, field.value.length);
    };
    return {
      onMouseDown() {
        isEntering.current = document.activeElement !== input.current;
      },
      // The press moves the caret after the field got the focus.
      onMouseUp() {
        if (isEntering.current) selectAll();
      },
      onClick() {
        if (!isEntering.current) return;
        isEntering.current = false;
        selectAll();
        // WebKit on iOS moves the caret after all events of the tap.
        const value = input.current?.value;
        requestAnimationFrame(() => {
          if (document.activeElement === input.current && input.current?.value === value) selectAll();
        });
      },
      onFocus() {
        if (!isAway.current) input.current?.select();
        isAway.current = false;
      },
      onBlur() {
        isAway.current = document.activeElement === input.current;
      },
    };
  }, [input]);
}
