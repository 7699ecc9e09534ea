/** A streak and its freezes in words. */
import type { TFunction } from 'i18next';

export interface StreakWords {
  readonly currentStreak: number;
  /** Freezes that are kept. */
  readonly freezes: number;
  /** How many of them the next claim uses. */
  readonly freezesAtWork: number;
}

/** One line, however narrow the phone: the days in a row, and whether freezes keep them now or may later. */
export function streakText(
  t: TFunction<'profile'>,
  { currentStreak, freezes, freezesAtWork }: StreakWords,
): string {
  const parts = [currentStreak > 0 ? t('checkIn.row', { count: currentStreak }) : t('checkIn.none')];
  if (freezesAtWork > 0) parts.push(t('checkIn.frozen'));
  else if (freezes > 0) parts.push(t('checkIn.freezes', { count: freezes }));
  return parts.join(' · ');
}

/** What a claim paid, and how many freezes it used. */
export function paidText(t: TFunction<'profile'>, points: string, freezesAtWork: number): string {
  const paid = t('checkIn.paid', { points });
  return freezesAtWork > 0 ? `${paid} · ${t('checkIn.kept', { count: freezesAtWork })}` : paid;
}
