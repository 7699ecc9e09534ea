/** How long what everybody gets alike, the market and the calendar, is new enough for a screen that shows it, milliseconds. */
export const SNAPSHOT_LIFE_MS = 5 * 60_000;
