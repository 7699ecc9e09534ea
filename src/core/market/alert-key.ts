/** Which alert belongs to a coin. */
import { ALERT_COIN_IDS, ALERT_COINS, type AlertCoin } from '../contract/settings.ts';
import type { KeptCoin } from './kept-coins.ts';

/**
 * The symbol of one of `ALERT_COINS`, or the id of any other coin. Null for a coin that was never in the list and has another
 * symbol than those.
 */
export function alertKey({ id, symbol }: Pick<KeptCoin, 'id' | 'symbol'>): string | null {
  const first = ALERT_COINS.find((coin) =>
    id === undefined ? coin === symbol.toUpperCase() : ALERT_COIN_IDS[coin] === id,
  );
  return first ?? id ?? null;
}

export function isFirstCoin(key: string): key is AlertCoin {
  return ALERT_COINS.some((coin) => coin === key);
}
