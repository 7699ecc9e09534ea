/**
 * The secret behind the ids of credits and the hashes of wallets. It is a row of the database, or the environment has it: then
 * the database keeps a fingerprint alone, by which a wrong or missing secret is noticed before anything is written with it.
 */
import type { Sql } from '../sqlite/port.ts';

export type SecretFault =
  /** The database was made with a secret of the environment, which has none. */
  | 'missing'
  /** It is another one than that of the database. */
  | 'wrong';

/** What the environment has given, by connection. */
const given = new WeakMap<Sql, string>();

/** The secret, made on first use where the environment has none. */
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

/** The secret where it is a row of the database; null where the environment has it, or none was made. */
export function storedSecret(sql: Sql): string | null {
  return metaOf(sql, 'credit_secret');
}

/** Whether the database depends on the environment for its secret. */
export function isSecretElsewhere(sql: Sql): boolean {
  return storedSecret(sql) === null && fingerprint(sql) !== null;
}

/**
 * Gives a connection the secret of the environment. Before anything else is done with the ledger.
 * @param secret null where the environment has none. @param sha256 UTF-8 in, hexadecimal out.
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
    // Without either the ledger's ids cannot be checked against it.
    if (sql.get('SELECT 1 AS found FROM credits LIMIT 1') !== undefined) return 'wrong';
    keepFingerprint(sql, secret, sha256);
  } else if (known !== null && known !== fingerprintOf(secret, sha256)) return 'wrong';
  given.set(sql, secret);
  return null;
}

/** Takes the row out of the database; from then on the environment must have its value. */
export function removeStoredSecret(sql: Sql, sha256: (text: string) => string): void {
  sql.transaction(() => {
    const stored = storedSecret(sql);
    if (stored === null) return;
    keepFingerprint(sql, stored, sha256);
    sql.run("DELETE FROM meta WHERE name = 'credit_secret'");
  });
}

/** One line for whoever starts a command or a server. */
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
