/** The economic calendar on the device. */
import * as v from 'valibot';
import { Calendar } from '#core/contract/calendar.ts';
import type { KeptCalendar } from '../model.ts';
import type { Reading } from './port.ts';

/** Null if it was never fetched, or was kept by a version with another format: the next answer then replaces it. */
export async function calendarOf(reading: Reading): Promise<KeptCalendar | null> {
  const row = await reading.get('snapshots', 'calendar');
  return row !== undefined && v.is(Calendar, row.overview)
    ? { asOf: row.asOf, calendar: row.overview }
    : null;
}
