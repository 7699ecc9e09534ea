/** Average position: one price for several entries, and the profit of take-profit levels against it. */
import { PRICE_DECIMALS } from '../number-input.ts';
import { type Decimal, divided, HUNDRED, readOrZero, shownDigits, ZERO } from '../numbers.ts';
import { type Outcome, type PositionType, refused } from './outcome.ts';

export type QuantityType = 'quantity' | 'percentage';

/** Texts as typed. */
export interface PositionEntry {
  readonly quantity: string;
  readonly price: string;
}

/** Texts as typed; `quantityType` gives the unit of `quantityOrPercent`. Percents are of the total quantity. */
export interface TakeProfitLevel {
  readonly price: string;
  readonly quantityOrPercent: string;
}

export interface AveragePositionInput {
  readonly positionType: PositionType;
  readonly quantityType: QuantityType;
  readonly entries: readonly PositionEntry[];
  readonly takeProfits: readonly TakeProfitLevel[];
}

interface Figures<T> {
  readonly averagePrice: T;
  readonly totalQuantity: T;
  /** The money of all entries together. */
  readonly invested: T;
  /** One per entry, in their order. */
  readonly amounts: readonly T[];
  /** One per level, in their order. */
  readonly profits: readonly T[];
  readonly totalProfit: T;
}

export interface AveragePositionResult {
  readonly value: Figures<Decimal>;
  /** Plain digits; `number-format.ts` formats them for a language. */
  readonly display: Figures<string>;
  /** Whether there is an average. If so, the sitting counts as a calculation and the share prompt may follow. */
  readonly shareable: boolean;
}

/** Decimals that each number field accepts. */
export const POSITION_DECIMALS = { quantity: 8, price: PRICE_DECIMALS, quantityOrPercent: 8 } as const;

/** Whether an entry may be added: quantity and price above 0. */
export function isEntry(entry: PositionEntry): boolean {
  return readOrZero(entry.quantity).gt(0) && readOrZero(entry.price).gt(0);
}

/** Whether a level may be added: price and quantity above 0, a percent at most 100 (several may sum to more). */
export function isTakeProfitLevel(level: TakeProfitLevel, quantityType: QuantityType): boolean {
  const quantity = readOrZero(level.quantityOrPercent);
  if (quantityType === 'percentage' && quantity.gt(HUNDRED)) return false;
  return quantity.gt(0) && readOrZero(level.price).gt(0);
}

/**
 * An entry or level that an edit left without a quantity or price above 0 counts for nothing and shows 0. Never
 * refuses.
 */
export function calculateAveragePosition(input: AveragePositionInput): Outcome<AveragePositionResult, never> {
  const entries = input.entries.map((entry) => {
    const counts = isEntry(entry);
    return {
      quantity: counts ? readOrZero(entry.quantity) : ZERO,
      amount: counts ? readOrZero(entry.quantity).times(readOrZero(entry.price)) : ZERO,
    };
  });
  const amounts = entries.map((entry) => entry.amount);
  const totalQuantity = sum(entries.map((entry) => entry.quantity));
  const invested = sum(amounts);
  const averagePrice = divided(invested, totalQuantity);
  const profits = input.takeProfits.map((level) => {
    const price = readOrZero(level.price);
    const asked = readOrZero(level.quantityOrPercent);
    if (totalQuantity.isZero() || price.lte(0) || asked.lte(0)) return ZERO;
    const quantity = input.quantityType === 'percentage' ? totalQuantity.times(asked).div(HUNDRED) : asked;
    const reward = input.positionType === 'LONG' ? price.minus(averagePrice) : averagePrice.minus(price);
    return reward.times(quantity);
  });
  const value = { averagePrice, totalQuantity, invested, amounts, profits, totalProfit: sum(profits) };
  return {
    ok: true,
    value,
    display: {
      averagePrice: shown(value.averagePrice),
      totalQuantity: shown(value.totalQuantity),
      invested: shown(invested),
      amounts: amounts.map(shown),
      profits: profits.map(shown),
      totalProfit: shown(value.totalProfit),
    },
    shareable: averagePrice.gt(0),
  };
}

/** The quantity that an amount of money buys at a price, as plain digits with 8 decimals; '' if there is none. */
export function quantityForMoney(amount: string, price: string): string {
  const paid = readOrZero(amount);
  const each = readOrZero(price);
  if (paid.lte(0) || each.lte(0)) return '';
  const quantity = shown(paid.div(each));
  return quantity === '0' ? '' : quantity;
}

/**
 * What brings the average price A of a position to X at the price P: total × (A − X) / (X − P).
 * `unreachable`: X does not lie strictly between P and A, or P is not above 0.
 */
export function quantityForAverage(
  { averagePrice, totalQuantity }: Pick<Figures<Decimal>, 'averagePrice' | 'totalQuantity'>,
  price: Decimal,
  wantedAverage: Decimal,
): Outcome<{ readonly quantity: Decimal; readonly amount: Decimal }, 'unreachable'> {
  const fromAverage = averagePrice.minus(wantedAverage);
  const toPrice = wantedAverage.minus(price);
  if (price.lte(0) || fromAverage.times(toPrice).lte(0)) return refused('unreachable');
  const quantity = totalQuantity.times(fromAverage).div(toPrice);
  return { ok: true, quantity, amount: quantity.times(price) };
}

function shown(value: Decimal): string {
  return shownDigits(value, 8);
}

function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}
