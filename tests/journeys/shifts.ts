/** Layout shifts of a page, as the browser scores them. */
import type { Page } from 'playwright/test';
import { nextFrame } from '#tests/journeys/app.ts';

export interface Shift {
  readonly value: number;
  /** What moved, and by how much. */
  readonly what: string;
  /** Only the bottom bar, which makes room for the phone's inset when the host reports it. */
  readonly isBar: boolean;
}

declare global {
  interface Window {
    /** Layout shifts on this page so far. */
    shifts: Shift[];
  }
}

/** Records layout shifts of each page that opens. */
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

/** Layout shifts of the open page up to the current paint. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  await nextFrame(page);
  return page.evaluate(() => window.shifts);
}
