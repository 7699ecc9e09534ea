/** How long a shared snapshot (market, calendar) stays fresh enough to show without a refresh, milliseconds. */
export const SNAPSHOT_LIFE_MS = 5 * 60_000;
