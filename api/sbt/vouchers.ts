/**
 * Issued vouchers. A user who claims again gets the same voucher while it is valid. The table stores its content without the
 * signature, because signing again gives the same bytes.
 */
import { type Address, beginCell } from '@ton/core';
import type { Sql } from '../runtime/sqlite/port.ts';
import { type Signer, VOUCHER_LIFE_S, type Voucher } from './voucher.ts';

/** The size of an occasional clock correction backwards, seconds. */
const SET_BACK_S = 60 * 60;

/** The user, collection and wallet that vouchers belong to. */
export interface Holding {
  readonly userId: number;
  readonly collection: Address;
  readonly owner: Address;
}

export interface VoucherRequest extends Holding {
  readonly badge: number;
  /** Used for a new voucher; a valid one keeps its own. */
  readonly content: string;
}

/**
 * The valid voucher; or a new one, if there is none, it has expired, or it belongs to another wallet, collection or key.
 * @param now milliseconds.
 */
export function voucherFor(sql: Sql, request: VoucherRequest, signer: Signer, now: number): Voucher {
  const { userId, collection, owner, badge, content } = request;
  const nowS = Math.floor(now / 1000);
  const boundTo = binding(collection, owner, signer);
  const row = sql.get<{ content: string; valid_until: number }>(
    'SELECT content, valid_until FROM vouchers WHERE user_id = ? AND badge = ? AND bound_to = ?',
    userId,
    badge,
    boundTo,
  );
  if (row !== undefined && isGood(row.valid_until, nowS)) {
    return { collection, owner, badge, content: row.content, validUntil: row.valid_until };
  }
  const validUntil = nowS + VOUCHER_LIFE_S;
  sql.run(
    'INSERT OR REPLACE INTO vouchers (user_id, badge, bound_to, content, valid_until) VALUES (?, ?, ?, ?, ?)',
    userId,
    badge,
    boundTo,
    content,
    validUntil,
  );
  return { collection, owner, badge, content, validUntil };
}

/** The ends of validity, seconds, by badge, of vouchers that would be issued again. */
export function goodVouchers(
  sql: Sql,
  { userId, collection, owner }: Holding,
  signer: Signer,
  now: number,
): ReadonlyMap<number, number> {
  const rows = sql.all<{ badge: number; valid_until: number }>(
    'SELECT badge, valid_until FROM vouchers WHERE user_id = ? AND bound_to = ?',
    userId,
    binding(collection, owner, signer),
  );
  const good = rows.filter((row) => isGood(row.valid_until, Math.floor(now / 1000)));
  return new Map(good.map((row) => [row.badge, row.valid_until]));
}

export function eraseVouchers(sql: Sql, userId: number): void {
  sql.run('DELETE FROM vouchers WHERE user_id = ?', userId);
}

/** A voucher with a much longer validity was signed under a fast clock. */
function isGood(validUntil: number, nowS: number): boolean {
  return validUntil >= nowS && validUntil <= nowS + VOUCHER_LIFE_S + SET_BACK_S;
}

/** A hash that is equal for equal wallet, collection and key, and reveals none of them. */
function binding(collection: Address, owner: Address, { publicKey }: Signer): string {
  const bound = beginCell().storeAddress(collection).storeAddress(owner).storeBuffer(Buffer.from(publicKey));
  return bound.endCell().hash().toString('hex');
}
