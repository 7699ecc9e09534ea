/** The moment at which every screen of the gallery is looked at, so that two runs differ only where the app has changed. */
export const NOW = Date.UTC(2026, 2, 10, 14, 5);

/** When the messaging app signed the launch, seconds since 1970. */
export const AUTH_DATE = NOW / 1000 - 60;
