/** Calls about what the bot may tell a user, and when. */
import * as v from 'valibot';
import { Time, UserId } from './primitives.ts';

/** What the bot tells of, each with a switch of its own. */
export const NOTIFICATIONS = [
  'friendJoined',
  'levelUp',
  'referralBadges',
  'chainBadges',
  'streakBadges',
  'streakReminder',
] as const;
export type NotificationKind = (typeof NOTIFICATIONS)[number];

const Switch = v.boolean();
const Hour = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23));

/** Whole hours by the user's own clock; the first counts, the last does not. From 22 to 8 is over midnight. */
export const QuietHours = v.pipe(
  v.object({ from: Hour, to: Hour }),
  v.check(({ from, to }) => from !== to, 'no hour at all: null says that none is quiet'),
);
export type QuietHours = v.InferOutput<typeof QuietHours>;

/** The coins whose prices a user may be told of, each with one threshold at most. */
export const ALERT_COINS = ['TON', 'BTC', 'ETH'] as const;
export type AlertCoin = (typeof ALERT_COINS)[number];

/** Digits that a threshold has at most, before and after its point. */
export const THRESHOLD_DIGITS = { integer: 12, decimals: 8 } as const;

/** A price in USD: a positive decimal, each number in one form alone, without needless zeros. */
const Threshold = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9]\d{0,11})(\.\d{0,7}[1-9])?$/),
  v.check((text) => text !== '0', 'not above 0'),
);
const Alert = v.nullable(Threshold);

/** Null where nothing is set. */
export const Alerts = v.object({
  TON: Alert,
  BTC: Alert,
  ETH: Alert,
} satisfies Record<AlertCoin, typeof Alert>);
export type Alerts = v.InferOutput<typeof Alerts>;

export const NO_ALERTS: Alerts = { TON: null, BTC: null, ETH: null };

export const Settings = v.object({
  notifications: v.object({
    friendJoined: Switch,
    levelUp: Switch,
    referralBadges: Switch,
    chainBadges: Switch,
    streakBadges: Switch,
    streakReminder: Switch,
  } satisfies Record<NotificationKind, typeof Switch>),
  /** Null where no hour is quiet. */
  quiet: v.nullable(QuietHours),
  /**
   * An IANA name, such as Europe/Berlin; null until a device has said it, which counts as UTC. Not every runtime knows every one:
   * one that the server does not know leaves the zone as it was.
   */
  zone: v.nullable(v.pipe(v.string(), v.maxLength(64))),
  /** Thresholds of prices. Where there is no word of them, as before contract 7, those that are set stay. */
  alerts: v.exactOptional(Alerts),
});
export type Settings = v.InferOutput<typeof Settings>;

export const DEFAULT_SETTINGS: Required<Settings> = {
  notifications: {
    friendJoined: true,
    levelUp: true,
    referralBadges: true,
    chainBadges: true,
    streakBadges: true,
    streakReminder: true,
  },
  quiet: { from: 22, to: 8 },
  zone: null,
  alerts: NO_ALERTS,
};

/** As a device has them, perhaps not every threshold: those alone that were chosen on it, until it has asked for the others. */
export interface KnownSettings extends Omit<Settings, 'alerts'> {
  readonly alerts?: Partial<Alerts>;
}

/** What a user changes of their settings; what is not named stays. */
export interface SettingsChange {
  readonly notifications?: Partial<Settings['notifications']>;
  readonly quiet?: Settings['quiet'];
  readonly alerts?: Partial<Alerts>;
}

export function changeSettings(settings: KnownSettings, change: SettingsChange): KnownSettings {
  const { notifications, quiet, alerts } = change;
  return {
    ...settings,
    notifications: { ...settings.notifications, ...notifications },
    quiet: quiet === undefined ? settings.quiet : quiet,
    ...(alerts === undefined ? {} : { alerts: { ...settings.alerts, ...alerts } }),
  };
}

/**
 * All settings at once. `chosenAt`: when the user chose, and `sentAt`: when this was sent, both by the device's clock; the newest
 * choice stays, whatever the order of arrival. `mayWrite`: the user has just allowed the bot to write.
 */
export const SettingsBody = v.object({
  userId: UserId,
  settings: Settings,
  chosenAt: v.optional(v.nullable(Time)),
  sentAt: v.optional(v.nullable(Time)),
  mayWrite: v.optional(v.literal(true)),
});
export type SettingsBody = v.InferInput<typeof SettingsBody>;

/** `mayWrite`: whether the bot may write to the user, as far as is known: where not, no switch has an effect. */
export const SettingsAnswer = v.object({ settings: Settings, mayWrite: v.boolean() });
export type SettingsAnswer = v.InferOutput<typeof SettingsAnswer>;

/** The last of them, with what was chosen since. */
export interface KnownAnswer extends Omit<SettingsAnswer, 'settings'> {
  readonly settings: KnownSettings;
}
