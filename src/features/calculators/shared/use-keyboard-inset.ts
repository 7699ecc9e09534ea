/** Tells the styles that a keyboard covers the page, and how much of it: `data-keyboard` and `--keyboard` of the root. */
import { useEffect } from 'react';

/** Less is a bar of the browser. CSS pixels. */
const LEAST = 120;

/** On iOS the page keeps its height under the keyboard; elsewhere it shrinks, and nothing is covered. */
export function useKeyboardInset(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (view === null) return;
    const root = document.documentElement;
    const show = (covered: number) => {
      root.toggleAttribute('data-keyboard', covered >= LEAST);
      root.style.setProperty('--keyboard', `${covered}px`);
    };
    const measure = () =>
      // A page that is zoomed in shows less of itself, too.
      show(view.scale > 1 ? 0 : Math.round(window.innerHeight - view.height - view.offsetTop));
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
      root.removeAttribute('data-keyboard');
      root.style.removeProperty('--keyboard');
    };
  }, []);
}
