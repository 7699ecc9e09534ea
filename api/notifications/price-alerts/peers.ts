/** The calls between a user's ledger host, where alerts are set, and the price store, where prices cross them. */

/** By coin: the symbol of one of `ALERT_COINS`, or the id of any other, which is never in capitals. */
export type ByCoin<Value> = Readonly<Record<string, Value>>;

/** The direction from which the price reaches an alert, for some of the coins. */
export type Directions = ByCoin<'up' | 'down'>;

/** A user's alerts as their ledger host keeps them. The same threshold set at another moment is another alert. */
export interface SetAlerts {
  /** Thresholds; null, like an absent one, if none is set. */
  readonly alerts: ByCoin<string | null>;
  /** When each was set, milliseconds: later prices count. Absent for alerts older than this field. */
  readonly since: ByCoin<number>;
  /** Alerts that wait, or have waited, for the price in the price store; absent where unknown. */
  readonly directions: Directions;
  /** Alerts that were crossed since they were set. */
  readonly fired: Directions;
}

/** A user's new set of alerts. */
export interface AlertsChange extends SetAlerts {
  readonly userId: number;
  /** The alerts moved here from another deployment, so everything that the price store knows of the user is older. */
  readonly anew: boolean;
  /** When this attempt was made, milliseconds: grows with every attempt, so that a delayed one undoes nothing. */
  readonly toldAt: number;
}

/** `newestAt`: the `toldAt` of a later change; nothing of this one was stored. */
export type Kept =
  | { readonly taken: true; readonly directions: Directions }
  | { readonly taken: false; readonly newestAt: number };

/** The price store. A change that it has taken is stored durably. */
export interface AlertsPeer {
  keepAlerts(change: AlertsChange): Promise<Kept>;
}

/** A price has crossed a user's threshold. */
export interface Crossing {
  readonly userId: number;
  /** See `ByCoin`. */
  readonly symbol: string;
  /** USD, decimals. */
  readonly threshold: string;
  readonly price: string;
  readonly up: boolean;
  /** When the price was read, milliseconds. */
  readonly at: number;
}

/** The user's ledger host. It resolves once it has stored the outcome; after a rejection the crossing is sent again. */
export interface CrossedPeer {
  crossed(crossing: Crossing): Promise<void>;
}
