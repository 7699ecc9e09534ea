/** Calls about the bot's notifications to a user. */
import * as v from 'valibot';
import { CoinId, CoinName, CoinSymbol } from './coins.ts';
import { noArray, Time, UserId } from './primitives.ts';

/** Kinds of notifications, each with its own switch. */
export const NOTIFICATIONS = [
  'friendJoined',
  'levelUp',
  'referralBadges',
  'chainBadges',
  'streakBadges',
  'streakReminder',
] as const;
export type NotificationKind = (typeof NOTIFICATIONS)[number];

const Hour = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23));

/** Whole hours by the user's clock; the first is included, the last is not. 22 to 8 runs over midnight. */
export const QuietHours = v.pipe(
  v.object({ from: Hour, to: Hour }),
  v.check(({ from, to }) => from !== to, 'no hour at all: null says that none is quiet'),
);
export type QuietHours = v.InferOutput<typeof QuietHours>;

/** The first coins with price alerts, which every version knows by symbol; each has one threshold at most. */
export const ALERT_COINS = ['TON', 'BTC', 'ETH'] as const;
export type AlertCoin = (typeof ALERT_COINS)[number];

/** Greatest number of digits in a threshold, before and after its point. */
export const THRESHOLD_DIGITS = { integer: 12, decimals: 8 } as const;

/** A price in USD: a positive decimal in one canonical form, without needless zeros. */
const Threshold = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9]\d{0,11})(\.\d{0,7}[1-9])?$/),
  v.check((text) => text !== '0', 'not above 0'),
);

/** Null if no threshold is set. */
export const Alerts = v.object(v.entriesFromList(ALERT_COINS, v.nullable(Threshold)));
export type Alerts = v.InferOutput<typeof Alerts>;

export const NO_ALERTS: Alerts = { TON: null, BTC: null, ETH: null };

/** Their ids in the list of coins. */
export const ALERT_COIN_IDS = {
  TON: 'the-open-network',
  BTC: 'bitcoin',
  ETH: 'ethereum',
} as const satisfies Record<AlertCoin, string>;
const FIRST_IDS: ReadonlySet<string> = new Set(Object.values(ALERT_COIN_IDS));

/** How many coins beside those have alerts. */
export const MAX_COIN_ALERTS = 20;

/** An alert of any other coin, which is named as it was when the alert was set. */
export const CoinAlert = v.object({ symbol: CoinSymbol, name: CoinName, threshold: Threshold });
export type CoinAlert = v.InferOutput<typeof CoinAlert>;

/** By id. */
export const CoinAlerts = v.pipe(
  noArray(
    v.record(
      v.pipe(
        CoinId,
        v.check((id) => !FIRST_IDS.has(id), 'set by its symbol'),
      ),
      CoinAlert,
    ),
  ),
  v.maxEntries(MAX_COIN_ALERTS),
);
export type CoinAlerts = v.InferOutput<typeof CoinAlerts>;

export const Settings = v.object({
  notifications: v.object(v.entriesFromList(NOTIFICATIONS, v.boolean())),
  /** Null if no hours are quiet. */
  quiet: v.nullable(QuietHours),
  /**
   * An IANA name, such as Europe/Berlin; null, which counts as UTC, until a device sends one. Runtimes know different
   * names: a name that the server does not know leaves the zone unchanged.
   */
  zone: v.nullable(v.pipe(v.string(), v.maxLength(64))),
  /** Price thresholds. A body without them, as before contract 7, leaves the current ones. */
  alerts: v.exactOptional(Alerts),
  /** The same for all other coins: a body without them, as before contract 10, leaves the current ones. */
  coinAlerts: v.exactOptional(CoinAlerts),
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
  coinAlerts: {},
};

/** Settings as a device knows them. Until it has fetched the others, it may know only the thresholds chosen on it. */
export interface KnownSettings extends Omit<Settings, 'alerts' | 'coinAlerts'> {
  readonly alerts?: Partial<Alerts>;
  readonly coinAlerts?: ChosenCoinAlerts;
}

/** By id; null removes one. */
export type ChosenCoinAlerts = Readonly<Record<string, CoinAlert | null>>;

/** The settings that a user changes; all others stay. */
export interface SettingsChange {
  readonly notifications?: Partial<Settings['notifications']>;
  readonly quiet?: Settings['quiet'];
  readonly alerts?: Partial<Alerts>;
  readonly coinAlerts?: ChosenCoinAlerts;
}

export function changeSettings(settings: KnownSettings, change: SettingsChange): KnownSettings {
  const { notifications, quiet, alerts, coinAlerts } = change;
  return {
    ...settings,
    notifications: { ...settings.notifications, ...notifications },
    quiet: quiet === undefined ? settings.quiet : quiet,
    ...(alerts === undefined ? {} : { alerts: { ...settings.alerts, ...alerts } }),
    ...(coinAlerts === undefined ? {} : { coinAlerts: { ...settings.coinAlerts, ...coinAlerts } }),
  };
}

/** The alerts that are set. Beyond `MAX_COIN_ALERTS` the latest choices are left out. */
export function setCoinAlerts(chosen: ChosenCoinAlerts): CoinAlerts {
  const set = Object.entries(chosen).filter((entry): entry is [string, CoinAlert] => entry[1] !== null);
  return Object.fromEntries(set.slice(0, MAX_COIN_ALERTS));
}

/**
 * All settings at once. `chosenAt` (time of the choice) and `sentAt` (time of sending) are by the device's clock; the
 * newest choice wins, whatever the order of arrival. `mayWrite`: the user has just allowed the bot to write.
 */
export const SettingsBody = v.object({
  userId: UserId,
  settings: Settings,
  chosenAt: v.optional(v.nullable(Time)),
  sentAt: v.optional(v.nullable(Time)),
  mayWrite: v.optional(v.literal(true)),
});
export type SettingsBody = v.InferInput<typeof SettingsBody>;

/** `mayWrite`: whether the bot may write to the user, as far as is known. If not, no switch has an effect. */
export const SettingsAnswer = v.object({ settings: Settings, mayWrite: v.boolean() });
export type SettingsAnswer = v.InferOutput<typeof SettingsAnswer>;

/** The latest answer, with the choices made since. */
export interface KnownAnswer extends Omit<SettingsAnswer, 'settings'> {
  readonly settings: KnownSettings;
}
