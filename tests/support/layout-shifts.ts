/** Layout shifts in the page of a component test, as the browser scores them. */
import { onTestFinished } from 'vitest';
import { nextFrame } from '#tests/support/on-screen.ts';

export interface Shift {
  readonly value: number;
  /** What moved, and by how much. */
  readonly what: string;
  /** Only the bottom bar, which makes room for the phone's inset when the host reports it. */
  readonly isBar: boolean;
}

interface Entry extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}

/** Records layout shifts until the test ends. The returned function gives those up to the current paint. */
export function watchShifts(): () => Promise<readonly Shift[]> {
  const shifts: Shift[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[]) {
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const by = `${to.left - from.left} ${to.top - from.top} ${to.height - from.height}`;
        return { element, what: `${element?.outerHTML.slice(0, 80) ?? 'gone'} by ${by}` };
      });
      const isBar = moved.every(({ element }) => element == null || element.closest('nav') !== null);
      shifts.push({ value, what: moved.map(({ what }) => what).join(' | '), isBar });
    }
  });
  observer.observe({ type: 'layout-shift' });
  onTestFinished(() => observer.disconnect());
  return async () => {
    await nextFrame();
    return shifts;
  };
}
