/** The fixed time of every gallery screen, so that two runs differ only if the app has changed. */
export const NOW = Date.UTC(2026, 2, 10, 14, 5);

/** When the messaging app signed the launch, seconds since 1970. */
export const AUTH_DATE = NOW / 1000 - 60;
