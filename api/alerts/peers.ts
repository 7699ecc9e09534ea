/** What travels between the home of a user, who sets alerts, and where the prices are that cross them. */
import type { AlertCoin, Alerts } from '#core/contract/settings.ts';

/** Of some alerts the way that the price takes to them. */
export type Directions = Readonly<Partial<Record<AlertCoin, 'up' | 'down'>>>;

/** What a user has set, as their home keeps it. The same threshold since another moment is another alert. */
export interface SetAlerts {
  readonly alerts: Alerts;
  /** When each was set, milliseconds: from then on prices count. Of one that is older than this is kept it is not known. */
  readonly since: Readonly<Partial<Record<AlertCoin, number>>>;
  /** Those that wait for the price, or have, where the prices are; of others it is not known. */
  readonly directions: Directions;
  /** Those that have been crossed since they were set. */
  readonly fired: Directions;
}

/** What a user has set from now on. */
export interface AlertsChange extends SetAlerts {
  readonly userId: number;
  /** It has come from another home: whatever is known of the user where the prices are is older than that. */
  readonly anew: boolean;
  /** When it was told, milliseconds: grows with every try, so that what was under way for long takes nothing back. */
  readonly toldAt: number;
}

/** `newestAt`: the `toldAt` of a later change, after which nothing of this one was kept. */
export type Kept =
  | { readonly taken: true; readonly directions: Directions }
  | { readonly taken: false; readonly newestAt: number };

/** Where the prices are. Once it says that it has taken a change it is kept durably. */
export interface AlertsPeer {
  keepAlerts(change: AlertsChange): Promise<Kept>;
}

/** A price has crossed what a user had set. */
export interface Crossing {
  readonly userId: number;
  readonly symbol: AlertCoin;
  /** USD, decimals. */
  readonly threshold: string;
  readonly price: string;
  readonly up: boolean;
  /** When the price was read, milliseconds. */
  readonly at: number;
}

/** The home of a user. Once it has settled, what became of the crossing is kept; where it rejects it is asked again. */
export interface CrossedPeer {
  crossed(crossing: Crossing): Promise<void>;
}
