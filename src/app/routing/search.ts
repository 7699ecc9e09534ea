/** Parses the query parameters of routes. Anything malformed counts as absent. */
import { CALCULATION_TYPES, type CalculationType } from '#core/calculators/catalogue.ts';

export interface RecordSearch {
  /** The record to open again. */
  record?: string;
}

export function recordOf(search: Record<string, unknown>): RecordSearch {
  const { record } = search as { record?: unknown };
  return typeof record === 'string' && /^[0-9a-f-]{36}$/i.test(record) ? { record } : {};
}

export interface HistorySearch {
  /** Only records of this calculator. */
  type?: CalculationType;
}

export function historyOf(search: Record<string, unknown>): HistorySearch {
  const type = CALCULATION_TYPES.find((known) => known === (search as { type?: unknown }).type);
  return type === undefined ? {} : { type };
}

export interface ProfileSearch {
  /** The check-in dialog is open. */
  checkin?: 1;
}

export function profileOf(search: Record<string, unknown>): ProfileSearch {
  return (search as { checkin?: unknown }).checkin === 1 ? { checkin: 1 } : {};
}

export interface NotificationsSearch {
  /** The coin whose alert is meant: its symbol, or its id in the list of coins. */
  alert?: string;
}

export function notificationsOf(search: Record<string, unknown>): NotificationsSearch {
  const { alert } = search as { alert?: unknown };
  return typeof alert === 'string' && /^([A-Z\d]{1,12}|[a-z\d][a-z\d._-]{0,79})$/.test(alert)
    ? { alert }
    : {};
}
