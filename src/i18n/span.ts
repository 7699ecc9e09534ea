/** Durations as text, in the current language. */
import i18next from 'i18next';

/** "5 h 12 min", "12 min"; rounds up to whole minutes. A unit stays on the line of its figure. */
export function span(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const parts = [
    minutes >= 60 ? i18next.t('hours', { count: Math.floor(minutes / 60) }) : null,
    minutes % 60 > 0 ? i18next.t('minutes', { count: minutes % 60 }) : null,
  ];
  return parts.filter(Boolean).join(' ');
}
