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

/** @param onSwipe resolves to false if the row stays: it slides back then. */
export function useSwipe(onSwipe: () => Promise<boolean>) {
  const drag = useRef<Drag | null>(null);
  /** The click that follows a swipe opens nothing. */
  const mutesClick = useRef(false);

  const slide = async (row: HTMLElement, to: 'back' | 'out') => {
    row.dataset['swipe'] = to;
    row.style.transform = to === 'out' ? 'translateX(-100%)' : '';
    await Promise.allSettled(row.getAnimations().map(({ finished }) => finished));
  };
  const slideBack = async (row: HTMLElement) => {
    await slide(row, 'back');
    if (row.dataset['swipe'] === 'back') delete row.dataset['swipe'];
  };
  const slideOut = async (row: HTMLElement) => {
    await slide(row, 'out');
    if (!(await onSwipe())) await slideBack(row);
  };

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const { currentTarget: row, pointerType, isPrimary, pointerId, clientX, clientY } = event;
      mutesClick.current = false;
      if (pointerType === 'mouse' || !isPrimary || row.dataset['swipe'] === 'out') return;
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
      void (now.x - clientX < row.offsetWidth * FAR ? slideBack(row) : slideOut(row));
    },
    onPointerCancel({ currentTarget: row, pointerId }: PointerEvent<HTMLElement>) {
      if (drag.current?.pointer !== pointerId) return;
      if (drag.current.isSwipe) void slideBack(row);
      drag.current = null;
    },
    onClickCapture(event: MouseEvent<HTMLElement>) {
      // A key's click has no pointer before it.
      if (!mutesClick.current || event.detail === 0) return;
      mutesClick.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
