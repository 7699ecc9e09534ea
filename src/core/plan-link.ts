/**
 * A plan as the start parameter of a launch link: `p1_` and base64url of these bytes, without padding.
 *
 * | bytes | what |
 * | --- | --- |
 * | 1 | bit 0: 1 for a short; bits 1–2: number of targets, 0 to 3; bit 3: 1 with leverage; bits 4–7: length of the symbol, 0 to 12 |
 * | 0–12 | the symbol in ASCII, capital letters and digits |
 * | varint each | entry, stop, the targets in their order, the leverage if there is one |
 * | varint | the sender's id, 1 to 2^52 |
 * | 2 | CRC-16 (XMODEM) of all bytes before it, the higher byte first |
 *
 * A varint is LEB128 without needless bytes: seven bits a byte, the lowest first, the highest bit set on all but the
 * last. A number is `mantissa × 16 + decimals` and means `mantissa / 10^decimals`; no zero ends its decimals. Prices are
 * in USD, above 0, with as many digits as a field accepts; leverage is at least 1.
 *
 * A plan has exactly one text. Nothing signs it: anybody can write any sender into it.
 */
import { fromBase64url, toBase64url } from './base64url.ts';
import { POSITION_TYPES, type PositionType } from './calculators/outcome.ts';
import { crc16 } from './crc16.ts';
import { isPlanLink } from './launch/opening.ts';
import { MAX_INTEGER_DIGITS, PRICE_DECIMALS, plainNumber } from './number-input.ts';
import { MAX_SYMBOL } from './trade-symbol.ts';
import { varint } from './varint.ts';

/** All numbers are plain digits in canonical form. */
export interface Plan {
  /** Empty if the plan names no coin. */
  readonly symbol: string;
  readonly positionType: PositionType;
  readonly entry: string;
  /** Below the entry of a long, above that of a short. */
  readonly stop: string;
  /** At most three, each on the other side of the entry than the stop. */
  readonly targets: readonly string[];
  /** Empty if the plan leaves it open. */
  readonly leverage: string;
  /** The sender's user id. */
  readonly sender: number;
}

/**
 * - `not_a_plan`: the text does not begin like a plan link.
 * - `version`: a plan link of another version.
 * - `damaged`: too long, cut off, changed, or with values that no plan has.
 */
export type PlanRefusal = 'not_a_plan' | 'version' | 'damaged';

export type DecodedPlan =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly reason: PlanRefusal };

/** The messaging app carries no longer start parameter. */
export const MAX_PLAN_LINK = 512;
export const MAX_TARGETS = 3;
export const MAX_SENDER = 2 ** 52;

/** Decimals that the field for leverage accepts. */
const LEVERAGE_DECIMALS = 1;
const PREFIX = 'p1_';

/** A plan without its sender. */
export type PlanContent = Omit<Plan, 'sender'>;

/** Null unless the values are those of a plan. Numbers may be written as typed. */
export function encodePlan({ sender, ...plan }: Plan): string | null {
  const content = planBytes(plan);
  if (content === null || !isSender(sender)) return null;
  const bytes = [...content, ...varint(BigInt(sender))];
  const sum = crc16(bytes);
  return PREFIX + toBase64url([...bytes, sum >> 8, sum & 0xff]);
}

/** The bytes of a plan link before its sender; null as in `encodePlan`. */
export function planBytes({ symbol, positionType, ...plan }: PlanContent): number[] | null {
  const [entry, stop, ...targets] = [plan.entry, plan.stop, ...plan.targets].map(priceOf);
  const leverage = plan.leverage === '' ? null : readDecimal(plan.leverage, LEVERAGE_DECIMALS);
  if (!isSymbol(symbol) || targets.length > MAX_TARGETS) return null;
  if (!entry || !stop || !targets.every((target) => target !== null)) return null;
  if (plan.leverage !== '' && (leverage === null || leverage.units < unitsOf(1))) return null;
  const side = positionType === 'LONG' ? 1n : -1n;
  const gainAt = (price: Decimal) => (price.units - entry.units) * side;
  if (gainAt(stop) >= 0n || targets.some((target) => gainAt(target) <= 0n)) return null;

  const head =
    POSITION_TYPES.indexOf(positionType) |
    (targets.length << TARGETS_SHIFT) |
    (leverage === null ? 0 : HAS_LEVERAGE) |
    (symbol.length << SYMBOL_SHIFT);
  const numbers = [entry, stop, ...targets, ...(leverage === null ? [] : [leverage])];
  return [
    head,
    ...Array.from(symbol, (letter) => letter.charCodeAt(0)),
    ...numbers.flatMap(({ packed }) => varint(packed)),
  ];
}

/** Null for any bytes that `planBytes` does not write. Takes time linear in the length, and never throws. */
export function planOfBytes(bytes: readonly number[]): PlanContent | null {
  if (bytes.length > MAX_PLAN_LINK) return null;
  const { sender: _, ...plan } = readPlan(bytes);
  const again = planBytes(plan);
  return again?.length === bytes.length && again.every((byte, at) => byte === bytes[at]) ? plan : null;
}

/** Accepts a text only if it is the one that `encodePlan` writes. Takes time linear in the length, and never throws. */
export function decodePlan(text: string): DecodedPlan {
  if (!isPlanLink(text)) return { ok: false, reason: 'not_a_plan' };
  if (!text.startsWith(PREFIX)) return { ok: false, reason: 'version' };
  const bytes = text.length > MAX_PLAN_LINK ? null : fromBase64url(text.slice(PREFIX.length));
  const plan = bytes === null ? null : readPlan(bytes);
  if (plan === null || encodePlan(plan) !== text) return { ok: false, reason: 'damaged' };
  return { ok: true, plan };
}

const TARGETS_SHIFT = 1;
const HAS_LEVERAGE = 8;
const SYMBOL_SHIFT = 4;
/** Of a packed number, the bits that hold its decimals. */
const DECIMALS_BITS = 4n;

interface Decimal {
  /** As in the bytes. */
  readonly packed: bigint;
  /** In units of the smallest price, to compare. */
  readonly units: bigint;
}

/** Whatever bytes say. Missing ones count as 0: `decodePlan` refuses what does not give the same text again. */
function readPlan(bytes: readonly number[]): Plan {
  let at = 0;
  const next = () => bytes[at++] ?? 0;
  const readVarint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = next();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const readDigits = () => digitsOf(readVarint());

  const head = next();
  const symbol = String.fromCharCode(...Array.from({ length: head >> SYMBOL_SHIFT }, next));
  const entry = readDigits();
  const stop = readDigits();
  const targets = Array.from({ length: (head >> TARGETS_SHIFT) & 3 }, readDigits);
  const leverage = (head & HAS_LEVERAGE) === 0 ? '' : readDigits();
  const sender = Number(readVarint());
  return { symbol, positionType: POSITION_TYPES[head & 1] ?? 'LONG', entry, stop, targets, leverage, sender };
}

function isSymbol(symbol: string): boolean {
  return symbol.length <= MAX_SYMBOL && /^[A-Z0-9]*$/.test(symbol);
}

function isSender(sender: number): boolean {
  return Number.isSafeInteger(sender) && sender > 0 && sender <= MAX_SENDER;
}

function priceOf(text: string): Decimal | null {
  const price = readDecimal(text, PRICE_DECIMALS);
  return price === null || price.units === 0n ? null : price;
}

/** Null for a text that is no number, or has more digits than a field accepts. */
function readDecimal(text: string, decimals: number): Decimal | null {
  const [integer = '', fraction = ''] = plainNumber(text).split('.');
  if (integer === '' || integer.length > MAX_INTEGER_DIGITS || fraction.length > decimals) return null;
  const mantissa = BigInt(integer + fraction);
  return {
    packed: (mantissa << DECIMALS_BITS) | BigInt(fraction.length),
    units: mantissa * 10n ** BigInt(PRICE_DECIMALS - fraction.length),
  };
}

function unitsOf(whole: number): bigint {
  return BigInt(whole) * 10n ** BigInt(PRICE_DECIMALS);
}

function digitsOf(packed: bigint): string {
  const decimals = Number(packed & 15n);
  const digits = (packed >> DECIMALS_BITS).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}
