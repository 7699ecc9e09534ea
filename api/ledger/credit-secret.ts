/**
 * The secret behind the ids of credits and the hashes of wallets. The database holds it in a row, or the environment sets it.
 * In the second case the database keeps only a fingerprint, which shows a wrong or missing secret before anything is written.
 */
import type { Sql } from '../runtime/sqlite/port.ts';

export type SecretFault =
  /** The database depends on a secret from the environment, and none is set. */
  | 'missing'
  /** The environment sets another secret than the database was made with. */
  | 'wrong';

/** The secret that the environment sets, by connection. */
const given = new WeakMap<Sql, string>();

/** Returns the secret; creates one on first use unless the environment sets it. Throws if it is missing. */
export function creditSecret(sql: Sql): string {
  const secret = given.get(sql) ?? storedSecret(sql);
  if (secret !== null) return secret;
  if (fingerprint(sql) !== null) throw new Error('CREDIT_SECRET is not set, and this database needs it');
  sql.run(
    "INSERT INTO meta (name, value) VALUES ('credit_secret', lower(hex(randomblob(32)))) ON CONFLICT DO NOTHING",
  );
  const made = storedSecret(sql);
  if (made === null) throw new Error('The credit secret was neither found nor made');
  return made;
}

/** The secret in the database; null if the environment sets it, or if there is none yet. */
export function storedSecret(sql: Sql): string | null {
  return metaOf(sql, 'credit_secret');
}

/** Whether the database depends on the environment for its secret. */
export function isSecretElsewhere(sql: Sql): boolean {
  return storedSecret(sql) === null && fingerprint(sql) !== null;
}

/**
 * Gives a connection the secret from the environment. Call this before any other use of the ledger.
 * @param secret null if the environment sets none. @param sha256 UTF-8 in, hexadecimal out.
 */
export function giveCreditSecret(
  sql: Sql,
  secret: string | null,
  sha256: (text: string) => string,
): SecretFault | null {
  const stored = storedSecret(sql);
  const known = fingerprint(sql);
  if (secret === null) return stored === null && known !== null ? 'missing' : null;
  if (stored !== null && stored !== secret) return 'wrong';
  if (stored === null && known === null) {
    // Without row and fingerprint, existing credits cannot be checked against the secret.
    if (sql.get('SELECT 1 AS found FROM credits LIMIT 1') !== undefined) return 'wrong';
    keepFingerprint(sql, secret, sha256);
  } else if (known !== null && known !== fingerprintOf(secret, sha256)) return 'wrong';
  given.set(sql, secret);
  return null;
}

/** Deletes the secret from the database. From then on the environment must set it. */
export function removeStoredSecret(sql: Sql, sha256: (text: string) => string): void {
  sql.transaction(() => {
    const stored = storedSecret(sql);
    if (stored === null) return;
    keepFingerprint(sql, stored, sha256);
    sql.run("DELETE FROM meta WHERE name = 'credit_secret'");
  });
}

/** Records at start where the server has the secret from, so that removing the row cannot break its next start. */
export function noteServerSecret(sql: Sql, source: 'environment' | 'database'): void {
  // Write only if needed: a full disk must not stop a server from serving reads.
  if (metaOf(sql, 'server_credit_secret') === source) return;
  sql.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('server_credit_secret', ?)", source);
}

/** Whether the newest server started with the secret in its environment. */
export function isServerGivenSecret(sql: Sql): boolean {
  return metaOf(sql, 'server_credit_secret') === 'environment';
}

/** One line for the operator who starts a command or a server. */
export function secretFaultText(fault: SecretFault): string {
  return fault === 'missing'
    ? 'CREDIT_SECRET: is not set, but the ledger in this database was made with one: set the same value'
    : 'CREDIT_SECRET: is not the secret that the ledger in this database was made with';
}

function keepFingerprint(sql: Sql, secret: string, sha256: (text: string) => string): void {
  sql.run(
    "INSERT OR REPLACE INTO meta (name, value) VALUES ('credit_secret_fingerprint', ?)",
    fingerprintOf(secret, sha256),
  );
}

function fingerprint(sql: Sql): string | null {
  return metaOf(sql, 'credit_secret_fingerprint');
}

function fingerprintOf(secret: string, sha256: (text: string) => string): string {
  return sha256(`irich credit secret ${secret}`);
}

function metaOf(sql: Sql, name: string): string | null {
  return sql.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value ?? null;
}
