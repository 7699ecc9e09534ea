/** What moves with a user from one home to another, table by table and column by column, and what does not. */
import * as v from 'valibot';

const whole = v.pipe(v.number(), v.safeInteger());
const count = v.pipe(whole, v.minValue(0));
const flag = v.picklist([0, 1]);
const text = v.nullable(v.string());

/** Rows as they are stored; a column that is not named here is refused. */
export const CreditRow = v.strictObject({
  source_user: whole,
  source_seq: count,
  target_user: whole,
  credit_id: v.string(),
  cause: v.string(),
  source: v.string(),
  basis: whole,
  premium: flag,
  created_at: whole,
  delivered_at: v.nullable(whole),
  attempts: count,
  retry_at: whole,
});
export type CreditRow = v.InferOutput<typeof CreditRow>;

export const CalculationRow = v.strictObject({
  user_id: whole,
  seq: count,
  revision: count,
  shown: flag,
  inputs: text,
});
export type CalculationRow = v.InferOutput<typeof CalculationRow>;

export const PersonRow = v.strictObject({
  user_id: whole,
  first_name: text,
  last_name: text,
  username: text,
  photo_url: text,
  premium: flag,
  language: text,
  wallet_address: text,
  utm_source: text,
  utm_medium: text,
  utm_content: text,
  updated_at: whole,
  language_chosen_at: v.nullable(whole),
});
export type PersonRow = v.InferOutput<typeof PersonRow>;

export const SeenRow = v.strictObject({ user_id: whole, at: whole });
export type SeenRow = v.InferOutput<typeof SeenRow>;

export const NoticeRow = v.strictObject({ user_id: whole, seq: count, kind: v.string(), notice: v.string() });
export type NoticeRow = v.InferOutput<typeof NoticeRow>;

export const SettingsRow = v.strictObject({
  user_id: whole,
  notifications: v.string(),
  quiet_from: v.nullable(whole),
  quiet_to: v.nullable(whole),
  zone: text,
  alerts: text,
  since: text,
  directions: text,
  fired: text,
  chosen_at: whole,
  updated_at: whole,
});
export type SettingsRow = v.InferOutput<typeof SettingsRow>;

export const ReachRow = v.strictObject({
  user_id: whole,
  returned_at: v.nullable(whole),
  refused_at: v.nullable(whole),
});
export type ReachRow = v.InferOutput<typeof ReachRow>;

export const ReminderRow = v.strictObject({ user_id: whole, day: whole, due_at: v.nullable(whole) });
export type ReminderRow = v.InferOutput<typeof ReminderRow>;

/** The columns of an event are the fields of a `StoredEvent`. */
export const EventFields = v.strictObject({
  userId: whole,
  seq: count,
  eventId: v.string(),
  type: v.string(),
  rules: whole,
  at: whole,
  bucket: v.nullable(
    v.picklist(['activity', 'referral', 'referral_activity', 'referral_referral', 'checkin']),
  ),
  award: whole,
  data: v.string(),
  hash: v.string(),
});

/** Tables that move, with every column. */
export const MOVED = {
  events: EventFields,
  credits: CreditRow,
  calculations: CalculationRow,
  people: PersonRow,
  last_seen: SeenRow,
  notices: NoticeRow,
  settings: SettingsRow,
  reach: ReachRow,
  reminders: ReminderRow,
} as const;

/** Tables that stay, and why nothing is lost with them. */
export const LEFT: Readonly<Record<string, string>> = {
  alert_notes:
    'alerts are noted anew where settings are taken in: they wait there for the price the same way, those that have been crossed for it to come back',
  accounts: 'folded anew from the events as they arrive',
  wallets: 'written anew from the events as they arrive',
  used_payloads: 'each good for fifteen minutes, and of no use for another wallet once one is linked',
  reservations: 'wallets that were not linked: the next user who proves one gets it',
  exports: 'tokens of downloads, good for five minutes: a download is asked for again',
  vouchers: 'good for a day: a badge is claimed again, and minted once all the same',
  tokens: 'what the chain says: it is asked of them again where they are claimed again',
  pictures: 'shared for a day, at an address of this home: a result is shared again',
  meta: 'the credit secret is in the first line of the file; the rest says of what version the accounts are, and whether anybody is told',
  saved_heads:
    'how far devices may bring back what a restored home has lost: a home that is moved was not restored',
  migrations: 'in the first line of the file',
  notice_turns: 'users with waiting notices are told as soon as they are there',
  told: 'the referrer is told of the user anew',
  erasures: 'the sender of this home is told by this home',
  friends: 'every friend tells of themselves anew',
};
