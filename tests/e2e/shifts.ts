/** What moves on a page by itself, as the browser scores it. */
import type { Page } from 'playwright/test';
import { nextFrame } from '#tests/e2e/app.ts';

export interface Shift {
  readonly value: number;
  /** What moved, and by how much. */
  readonly what: string;
  /** Nothing but the bottom bar, which makes room for the phone's own when the host tells of it. */
  readonly isBar: boolean;
}

declare global {
  interface Window {
    /** What has moved on this page so far. */
    shifts: Shift[];
  }
}

/** Notes what moves from each opening of the page on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    interface Entry extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly {
        readonly node: Node | null;
        readonly previousRect: DOMRect;
        readonly currentRect: DOMRect;
      }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[]) {
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const by = `${to.left - from.left} ${to.top - from.top} ${to.height - from.height}`;
          return { element, what: `${element?.outerHTML.slice(0, 80) ?? 'gone'} by ${by}` };
        });
        const isBar = moved.every(({ element }) => element == null || element.closest('nav') !== null);
        window.shifts.push({ value, what: moved.map(({ what }) => what).join(' | '), isBar });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved on the page that is open, up to what is painted now. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  await nextFrame(page);
  return page.evaluate(() => window.shifts);
}
