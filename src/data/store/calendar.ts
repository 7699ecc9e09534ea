/** The economic calendar as it is kept on the device. */
import * as v from 'valibot';
import { Calendar } from '#core/contract/calendar.ts';
import type { KeptCalendar } from '../model.ts';
import type { Reading } from './port.ts';

/** Null where none was ever fetched, or by a version with another form of it: then the next answer takes its place. */
export async function calendarOf(reading: Reading): Promise<KeptCalendar | null> {
  const row = await reading.get('snapshots', 'calendar');
  return row !== undefined && v.is(Calendar, row.overview)
    ? { asOf: row.asOf, calendar: row.overview }
    : null;
}
