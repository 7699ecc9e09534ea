/** Short-lived tokens for downloads that carry no headers. Only a hash of each is stored. */
import type { ExportBody } from '#core/contract/points.ts';
import { EXPORT_LIFE_MS } from '#core/privacy/retention.ts';
import type { CommitError } from '../ledger/types.ts';
import type { Sql } from '../runtime/sqlite/port.ts';

export type ExportKind = ExportBody['kind'];

/** The answer to an operator: where the export is downloaded. */
export type PersonalLink =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly error: 'not_registered' | CommitError['type'] };

/** Stores a token and drops those that have expired. */
export function saveExport(
  sql: Sql,
  tokenHash: string,
  made: { readonly userId: number; readonly kind: ExportKind },
  now: number,
): void {
  sql.run('DELETE FROM exports WHERE expires_at <= ?', now);
  sql.run(
    'INSERT INTO exports (token_hash, user_id, kind, expires_at) VALUES (?, ?, ?, ?)',
    tokenHash,
    made.userId,
    made.kind,
    now + EXPORT_LIFE_MS,
  );
}

/** Null if the token is unknown or has expired. */
export function findExport(
  sql: Sql,
  tokenHash: string,
  now: number,
): { readonly userId: number; readonly kind: ExportKind } | null {
  const row = sql.get<{ user_id: number; kind: ExportKind }>(
    'SELECT user_id, kind FROM exports WHERE token_hash = ? AND expires_at > ?',
    tokenHash,
    now,
  );
  return row === undefined ? null : { userId: row.user_id, kind: row.kind };
}
