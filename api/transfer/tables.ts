/** The tables and columns that move with a user from one deployment to another, and those that stay. */
import * as v from 'valibot';

const whole = v.pipe(v.number(), v.safeInteger());
const count = v.pipe(whole, v.minValue(0));
const flag = v.picklist([0, 1]);
const text = v.nullable(v.string());

/** Rows as stored; a column that is not named here is refused. */
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

/** Tables that stay, and why this loses nothing. */
export const LEFT: Readonly<Record<string, string>> = {
  alert_notes:
    'rebuilt from the settings on import: a new alert waits for its price, and a crossed one for the price to come back',
  accounts: 'folded again from the events as they arrive',
  wallets: 'written again from the events as they arrive',
  used_payloads: 'each is valid for fifteen minutes, and useless for another wallet once one is linked',
  reservations: 'wallets that were not linked: the next user who proves such a wallet gets it',
  exports: 'download tokens, valid for five minutes: the user asks for the download again',
  vouchers: 'valid for a day: the user claims the badge again, and it is still minted only once',
  tokens: 'the state of the chain: asked again when the user claims again',
  pictures: 'shared for a day at an address of this deployment: the user shares the result again',
  meta: 'the credit secret is in the first line of the file; the rest is the version of the accounts and the notification switch',
  saved_heads:
    'how far devices may bring back events that a restored deployment lost: a moved deployment was not restored',
  migrations: 'in the first line of the file',
  notice_turns: 'users with pending notices get their turn when the notices arrive',
  told: 'the referrer is sent the card again',
  erasures: 'each deployment reports deletions to its own sender',
  friends: 'every friend sends their card again',
};
