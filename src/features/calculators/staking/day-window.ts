/** Which rows of a long table to render: those in view, and some on either side. */

export interface RowWindow {
  /** Days, counted from 1, both included. */
  readonly from: number;
  readonly to: number;
}

/** Tables up to this length are rendered in full. */
export const WHOLE_UP_TO = 750;
export const ROW_HEIGHT = 40;
const MARGIN_ROWS = 15;

/** @param top scroll position of the table, `height` its visible height, pixels */
export function rowWindow(length: number, top: number, height: number): RowWindow {
  if (length <= WHOLE_UP_TO) return { from: 1, to: length };
  const first = Math.floor(Math.max(0, top) / ROW_HEIGHT);
  const shown = Math.ceil(height / ROW_HEIGHT);
  const from = Math.max(1, Math.min(first + 1 - MARGIN_ROWS, length - shown - 2 * MARGIN_ROWS));
  return { from, to: Math.min(length, from + shown + 2 * MARGIN_ROWS) };
}
