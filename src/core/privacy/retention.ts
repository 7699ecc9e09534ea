/** How long the server keeps what it does not keep until a deletion. The server erases by these, and the privacy page names them. */
import { DAY_MS } from '../points/days.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a shared picture is shown, milliseconds. */
export const PICTURE_LIFE_MS = DAY_MS;
/** How long the link of a download is valid, milliseconds. */
export const EXPORT_LIFE_MS = 5 * MINUTE_MS;
/** How long a payload that a wallet signs is valid, and remembered once it was used, milliseconds. */
export const PAYLOAD_LIFE_MS = 15 * MINUTE_MS;
/** How long a voucher for a badge is valid, milliseconds. */
export const VOUCHER_LIFE_MS = DAY_MS;
/** How long reminders of past events are kept, milliseconds. */
export const PAST_REMINDERS_MS = 7 * DAY_MS;
/** How long news waits to be told at most, milliseconds. */
export const OLDEST_NEWS_MS = 7 * DAY_MS;
/** How long the ids of sent messages are kept, without their texts: far longer than a message can be repeated. Milliseconds. */
export const SENT_IDS_MS = 30 * DAY_MS;
/** For how many days after it a published day's tree is kept. */
export const PROOF_DAYS = 7;

/** The figures as the texts name them. */
export const RETENTION = {
  pictureHours: PICTURE_LIFE_MS / HOUR_MS,
  linkMinutes: EXPORT_LIFE_MS / MINUTE_MS,
  payloadMinutes: PAYLOAD_LIFE_MS / MINUTE_MS,
  voucherHours: VOUCHER_LIFE_MS / HOUR_MS,
  reminderDays: PAST_REMINDERS_MS / DAY_MS,
  newsDays: OLDEST_NEWS_MS / DAY_MS,
  sentDays: SENT_IDS_MS / DAY_MS,
  proofDays: PROOF_DAYS,
} as const;
