/**
 * Vouchers that users have asked for: a user who asks again is given the same one, as long as it is good. Kept is what it says, and
 * not the signature: signing the same again gives the same bytes.
 */
import { type Address, beginCell } from '@ton/core';
import type { Sql } from '../sqlite/port.ts';
import { type Signer, VOUCHER_LIFE_S, type Voucher } from './voucher.ts';

/** How far clocks are set back now and then, seconds. */
const SET_BACK_S = 60 * 60;

/** Whose vouchers, and for what. */
export interface Holding {
  readonly userId: number;
  readonly collection: Address;
  readonly owner: Address;
}

export interface VoucherRequest extends Holding {
  readonly badge: number;
  /** Of a new voucher; one that is good keeps what it has. */
  readonly content: string;
}

/**
 * The voucher that is good, or a new one where there is none: before, after its time, for another wallet or collection, or of
 * another key.
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

/** Until when vouchers are good, seconds, by badge: those that would be given out again. */
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

/** One that is good for much longer was signed by a clock that was far ahead. */
function isGood(validUntil: number, nowS: number): boolean {
  return validUntil >= nowS && validUntil <= nowS + VOUCHER_LIFE_S + SET_BACK_S;
}

/** Says of two vouchers whether they are for the same wallet and collection and of the same key, and nothing of which. */
function binding(collection: Address, owner: Address, { publicKey }: Signer): string {
  const bound = beginCell().storeAddress(collection).storeAddress(owner).storeBuffer(Buffer.from(publicKey));
  return bound.endCell().hash().toString('hex');
}
