/** Layout shifts as the browser scores them. */
export interface Shift {
  readonly value: number;
  /** What moved, and by how much. */
  readonly what: string;
  /** Only the bottom bar, which makes room for the phone's inset when the host reports it. */
  readonly isBar: boolean;
}

/**
 * Reports the layout shifts of this page. Journeys run the function's source in their page, so it uses nothing from outside.
 * @param buffered also those before this call.
 */
export function observeShifts(report: (shift: Shift) => void, buffered: boolean): PerformanceObserver {
  interface Entry extends PerformanceEntry {
    readonly value: number;
    readonly sources: readonly {
      readonly node: Node | null;
      readonly previousRect: DOMRect;
      readonly currentRect: DOMRect;
    }[];
  }
  const observer = new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[]) {
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const by = `${to.left - from.left} ${to.top - from.top} ${to.height - from.height}`;
        return { element, what: `${element?.outerHTML.slice(0, 80) ?? 'gone'} by ${by}` };
      });
      const isBar = moved.every(({ element }) => element == null || element.closest('nav') !== null);
      report({ value, what: moved.map(({ what }) => what).join(' | '), isBar });
    }
  });
  observer.observe({ type: 'layout-shift', buffered });
  return observer;
}
