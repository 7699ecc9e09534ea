/**
 * Checks launch data, which the messaging app signs with the bot's token and hands over at launch.
 * Protocol: core.telegram.org/bots/webapps, 'Validating data received via the Mini App'.
 */

/** HMAC-SHA256 of a text under a key, 32 bytes. Synchronous, so that a check costs no turn of the event loop. */
export type Hmac = (key: string | Uint8Array, text: string) => Uint8Array;

export interface LaunchUser {
  readonly id: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly username: string | null;
  readonly languageCode: string | null;
  readonly photoUrl: string | null;
  readonly premium: boolean;
  /** Whether the bot may write to them. */
  readonly mayWrite: boolean;
}

export interface LaunchData {
  readonly user: LaunchUser;
  /** When the messaging app signed it, seconds. */
  readonly authDate: number;
  readonly startParam: string | null;
}

export type LaunchDataError = 'launch_data_missing' | 'launch_data_invalid' | 'launch_data_expired';
export type LaunchDataResult =
  | { readonly ok: true; readonly launch: LaunchData }
  | { readonly ok: false; readonly error: LaunchDataError };

/** Keys derived from bot tokens. The previous one is valid only for launch data signed before the rotation. */
export interface LaunchKeys {
  readonly current: Uint8Array;
  readonly previous: { readonly key: Uint8Array; readonly rotatedAtS: number } | null;
}

/** How far ahead of the server's clock launch data may be dated, seconds. */
const MAX_AHEAD_S = 60;

/** @param rotatedAtS when the previous token was replaced, seconds. */
export function launchKeys(
  hmac: Hmac,
  token: string,
  previous: { readonly token: string; readonly rotatedAtS: number } | null = null,
): LaunchKeys {
  return {
    current: hmac('WebAppData', token),
    previous:
      previous === null ? null : { key: hmac('WebAppData', previous.token), rotatedAtS: previous.rotatedAtS },
  };
}

/**
 * Checks signature, shape and user of launch data, but not the age. Checks the signature first.
 * @param text as received after `tma `, URL-encoded.
 */
export function readLaunchData(text: string, keys: LaunchKeys, hmac: Hmac): LaunchDataResult {
  if (text.trim() === '') return failed('launch_data_missing');
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    // A line break inside a field could imitate another field in the signed text.
    if (fields.has(name) || name.includes('\n') || value.includes('\n')) return failed('launch_data_invalid');
    fields.set(name, value);
  }
  const authDate = wholeSeconds(fields.get('auth_date'));
  if (!isSigned(fields, authDate, keys, hmac)) return failed('launch_data_invalid');
  const user = readUser(fields.get('user'));
  if (authDate === null || user === null) return failed('launch_data_invalid');
  return { ok: true, launch: { user, authDate, startParam: fields.get('start_param') ?? null } };
}

/**
 * Checks the date of launch data with a valid signature. Null if they are valid at this moment.
 * @param nowMs the server's clock, milliseconds. @param maxAgeS Infinity for a first launch.
 */
export function judgeAge(launch: LaunchData, nowMs: number, maxAgeS: number): LaunchDataError | null {
  const nowS = Math.floor(nowMs / 1000);
  if (launch.authDate > nowS + MAX_AHEAD_S) return 'launch_data_invalid';
  return nowS - launch.authDate > maxAgeS ? 'launch_data_expired' : null;
}

/** Signs fields like the messaging app: for demonstration links and tests. */
export function signLaunchData(fields: Readonly<Record<string, string>>, token: string, hmac: Hmac): string {
  const entries = Object.entries(fields);
  const hash = hex(hmac(hmac('WebAppData', token), checkText(entries)));
  return new URLSearchParams([...entries, ['hash', hash]]).toString();
}

function isSigned(
  fields: ReadonlyMap<string, string>,
  authDate: number | null,
  keys: LaunchKeys,
  hmac: Hmac,
): boolean {
  const claimed = fields.get('hash') ?? '';
  const text = checkText([...fields].filter(([name]) => name !== 'hash'));
  const { current, previous } = keys;
  if (sameText(claimed, hex(hmac(current, text)))) return true;
  if (previous === null || authDate === null || authDate >= previous.rotatedAtS) return false;
  return sameText(claimed, hex(hmac(previous.key, text)));
}

/** The signed text: `name=value` of every field but `hash`, sorted by name, one per line. */
function checkText(fields: readonly (readonly [string, string])[]): string {
  return fields
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

function wholeSeconds(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return null;
  return Number(text);
}

function readUser(text: string | undefined): LaunchUser | null {
  if (text === undefined) return null;
  let user: unknown;
  try {
    user = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof user !== 'object' || user === null) return null;
  const field = (name: string): unknown => Object.getOwnPropertyDescriptor(user, name)?.value;
  const id = field('id');
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) return null;
  return {
    id,
    firstName: shortText(field('first_name')),
    lastName: shortText(field('last_name')),
    username: shortText(field('username')),
    languageCode: shortText(field('language_code')),
    photoUrl: shortText(field('photo_url')),
    premium: field('is_premium') === true,
    mayWrite: field('allows_write_to_pm') === true,
  };
}

function shortText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= 1024 ? value : null;
}

/** Compares in constant time for texts of one length. */
export function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < b.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function failed(error: LaunchDataError): LaunchDataResult {
  return { ok: false, error };
}
