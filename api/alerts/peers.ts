/** What travels between the home of a user, who sets alerts, and where the prices are that cross them. */
import type { AlertCoin, Alerts } from '#core/contract/settings.ts';

/** The alerts that have been crossed since they were set, and the way that the price took. */
export type Fired = Readonly<Partial<Record<AlertCoin, 'up' | 'down'>>>;

/** What a user has set from now on. */
export interface AlertsChange {
  readonly userId: number;
  readonly alerts: Alerts;
  /** One that is new where the prices are was crossed before it moved there. */
  readonly fired: Fired;
  /** When it was told, milliseconds: grows with every try, so that what was under way for long takes nothing back. */
  readonly toldAt: number;
}

/** `newestAt`: the `toldAt` of a later change, after which nothing of this one was kept. */
export type Kept = { readonly taken: true } | { readonly taken: false; readonly newestAt: number };

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
