/** A swipe to the left with a finger. It never takes a vertical scroll: `touch-action` leaves those to the browser. */
import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** How far a finger moves before its direction counts, CSS pixels. */
const SLOP = 10;
/** Share of the row's width after which it counts as swiped away. */
const FAR = 0.4;

interface Drag {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  isSwipe: boolean;
}

/** @param onSwipe the row returns once it resolves, unless it is gone by then. */
export function useSwipe(onSwipe: () => Promise<void>) {
  const drag = useRef<Drag | null>(null);
  /** The click that follows a swipe opens nothing. */
  const mutesClick = useRef(false);

  const end = (row: HTMLElement) => {
    drag.current = null;
    row.dataset['swipe'] = 'back';
    row.style.transform = '';
    const settle = () => {
      if (drag.current === null) delete row.dataset['swipe'];
    };
    row.addEventListener('transitionend', settle, { once: true });
    // Without motion there is no transition to end.
    if (getComputedStyle(row).transitionDuration === '0s') settle();
  };

  return {
    onPointerDown({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      mutesClick.current = false;
      if (pointerType === 'mouse' || !isPrimary) return;
      drag.current = { pointer: pointerId, x: clientX, y: clientY, isSwipe: false };
    },
    onPointerMove({ currentTarget: row, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      const now = drag.current;
      if (now?.pointer !== pointerId) return;
      const [x, y] = [clientX - now.x, clientY - now.y];
      if (!now.isSwipe) {
        if (Math.hypot(x, y) < SLOP) return;
        if (x > -Math.abs(y)) {
          drag.current = null;
          return;
        }
        now.isSwipe = true;
        mutesClick.current = true;
      }
      row.dataset['swipe'] = 'moving';
      row.style.transform = `translateX(${Math.min(0, x)}px)`;
    },
    onPointerUp({ currentTarget: row, pointerId, clientX }: PointerEvent<HTMLElement>) {
      const now = drag.current;
      if (now?.pointer !== pointerId) return;
      drag.current = null;
      if (!now.isSwipe) return;
      if (now.x - clientX < row.offsetWidth * FAR) end(row);
      else void onSwipe().finally(() => end(row));
    },
    onPointerCancel({ currentTarget: row, pointerId }: PointerEvent<HTMLElement>) {
      if (drag.current?.pointer !== pointerId) return;
      if (drag.current.isSwipe) end(row);
      else drag.current = null;
    },
    onClickCapture(event: MouseEvent<HTMLElement>) {
      if (!mutesClick.current) return;
      mutesClick.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
