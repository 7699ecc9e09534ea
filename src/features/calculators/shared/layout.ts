/** Places items on a line, in pixels. */

/** Maps `from`–`to` to pixels; a range of one value maps to the middle. */
export function scale(from: number, to: number, start: number, end: number): (value: number) => number {
  const span = to - from;
  if (!(span > 0) || !Number.isFinite(span)) return () => (start + end) / 2;
  return (value) => start + ((value - from) / span) * (end - start);
}

export interface Label {
  /** The preferred position of its middle. */
  readonly at: number;
  readonly width: number;
}

/**
 * Middles of labels that neither overlap nor leave `start`–`end`, each as close to its preferred position as the others
 * allow.
 */
export function spread(labels: readonly Label[], start: number, end: number, gap: number): number[] {
  const order = labels.map((_, index) => index).sort((a, b) => middle(labels, a) - middle(labels, b));
  const places = labels.map(({ at, width }) => clamp(at, start + width / 2, end - width / 2));
  for (let step = 1; step < order.length; step++) {
    const [before = 0, here = 0] = [order[step - 1], order[step]];
    const least = (places[before] ?? 0) + (widthOf(labels, before) + widthOf(labels, here)) / 2 + gap;
    places[here] = Math.max(places[here] ?? 0, least);
  }
  let most = end;
  for (let step = order.length - 1; step >= 0; step--) {
    const here = order[step] ?? 0;
    places[here] = Math.min(places[here] ?? 0, most - widthOf(labels, here) / 2);
    most = (places[here] ?? 0) - widthOf(labels, here) / 2 - gap;
  }
  return places;
}

/** Approximate width of a text at a font size; good enough to keep labels apart. */
export function textWidth(text: string, fontSize: number): number {
  return text.length * fontSize * 0.58;
}

function middle(labels: readonly Label[], index: number): number {
  return labels[index]?.at ?? 0;
}

function widthOf(labels: readonly Label[], index: number): number {
  return labels[index]?.width ?? 0;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
