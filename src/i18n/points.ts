/** Points as text in the current language. All take thousandths of an iRICH. */
import * as format from '#core/points/format.ts';
import { shownLanguage } from './i18n.ts';

/** "999.99", "1.23K" */
export function pointsShort(thousandths: number): string {
  return format.pointsShort(thousandths, shownLanguage());
}

/** "1,234,567.8" */
export function pointsFull(thousandths: number): string {
  return format.pointsFull(thousandths, shownLanguage());
}
