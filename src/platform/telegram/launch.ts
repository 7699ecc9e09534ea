/**
 * Reads the launch parameters of the messaging app, small enough for the first paint. Sources, in this order: the
 * fragment of this address, the address that the page was first opened with, and the copy of an earlier page in this
 * tab.
 */
import type { HostUser } from '../host.ts';
import type { Hex, HostTheme } from './theme.ts';

export interface Launch {
  readonly platform: string;
  readonly version: string;
  /** Signed data as received, printable ASCII; empty if the host gave none (a keyboard button, for instance). */
  readonly data: string;
  readonly user: HostUser | null;
  readonly startParameter: string | null;
  /** Six-digit hex colours by the host's names; anything else is left out. */
  readonly theme: HostTheme;
  /** All parameters by name, as the host's own script keeps them. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface LaunchSources {
  /** `location.hash` */
  readonly hash: string;
  /** The address of the navigation entry, or null. */
  readonly navigation: string | null;
  /** Kept per tab; null if the browser refuses it. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> | null;
}

/** Null if no source holds parameters: the page is outside the messaging app. */
export function readLaunch(sources: LaunchSources): Launch | null {
  const texts = [sources.hash, sources.navigation === null ? '' : fragmentOf(sources.navigation)];
  for (const text of texts) {
    const launch = parseLaunch(text);
    if (launch === null) continue;
    keep(sources.storage, launch, text);
    return launch;
  }
  const kept = readKept(sources.storage);
  return kept === null ? null : parseLaunch(kept);
}

/** The fragment, with or without its `#`, as launch parameters; null for any other fragment. */
export function parseLaunch(fragment: string): Launch | null {
  const parameters = splitParameters(fragment.replace(/^#/, ''));
  const platform = parameters['tgWebAppPlatform'] ?? '';
  const version = parameters['tgWebAppVersion'] ?? '';
  if (!/^\w{1,32}$/.test(platform) || !/^\d{1,3}(\.\d{1,3})*$/.test(version)) return null;
  const data = printable(parameters['tgWebAppData'] ?? '');
  const signed = new URLSearchParams(data);
  return {
    platform,
    version,
    data,
    user: userOf(signed.get('user')),
    startParameter: signed.get('start_param') ?? parameters['tgWebAppStartParam'] ?? null,
    theme: themeColours(parsed(parameters['tgWebAppThemeParams'] ?? null) ?? {}),
    parameters,
  };
}

function fragmentOf(address: string): string {
  const at = address.indexOf('#');
  return at < 0 ? '' : address.slice(at);
}

/**
 * One client sends `tgWebAppData` without encoding, so its own fields appear beside the parameters: a field whose name
 * does not begin with tgWebApp belongs to the data before it.
 */
function splitParameters(text: string): Record<string, string> {
  const query = text.includes('?') ? text.slice(text.indexOf('?') + 1) : text;
  const parameters: Record<string, string> = {};
  let raw: string | null = null;
  for (const part of query.split('&')) {
    const at = part.indexOf('=');
    const name = at < 0 ? part : part.slice(0, at);
    const value = at < 0 ? '' : part.slice(at + 1);
    if (name === 'tgWebAppData') raw = value;
    else if (name.startsWith('tgWebApp')) parameters[name] = decoded(value);
    else if (raw !== null) raw += `&${part}`;
  }
  if (raw !== null) parameters['tgWebAppData'] = /[&=]/.test(raw) ? raw : decoded(raw);
  return parameters;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', '%20'));
  } catch {
    // Not percent-encoded after all: use it unchanged.
    return value;
  }
}

/** A header carries printable ASCII only; data with other characters arrived unencoded and is encoded here. */
function printable(data: string): string {
  return /^[\x21-\x7e]*$/.test(data) ? data : new URLSearchParams(data).toString();
}

function userOf(text: string | null): HostUser | null {
  const user = parsed(text);
  const id = user?.['id'];
  if (user === null || typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) return null;
  return {
    id,
    firstName: textOf(user['first_name']) ?? '',
    lastName: textOf(user['last_name']),
    username: textOf(user['username']),
    photoUrl: textOf(user['photo_url']),
    languageCode: textOf(user['language_code']),
    isPremium: user['is_premium'] === true,
  };
}

/** Keeps the six-digit hex colours of a host's theme. */
export function themeColours(theme: object): HostTheme {
  const colours: Record<string, Hex> = {};
  for (const [name, colour] of Object.entries(theme)) {
    if (isHex(colour)) colours[name] = colour;
  }
  return colours;
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
}

function parsed(text: string | null): Record<string, unknown> | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

const KEPT = /^irich:\w+:launch$/;
/** Our own keys name their user. */
const OWN = /^irich:\w+:/;

/**
 * One launch per tab: the launches of two accounts never coexist. Libraries store data in this tab under keys that are
 * the same for all users (launch data among them), so a change of the account removes those too.
 */
function keep(storage: LaunchSources['storage'], launch: Launch, text: string): void {
  if (storage === null) return;
  try {
    const mine = `irich:${launch.user?.id ?? 'nobody'}:launch`;
    const isOther = storage.getItem(mine) === null;
    const foreign = isOther ? keysOf(storage).filter((key) => !OWN.test(key)) : [];
    for (const key of [...keptKeys(storage), ...foreign]) storage.removeItem(key);
    storage.setItem(mine, text);
  } catch (error) {
    console.warn('cannot save the launch', error);
  }
}

function readKept(storage: LaunchSources['storage']): string | null {
  if (storage === null) return null;
  const key = keptKeys(storage)[0];
  return key === undefined ? null : storage.getItem(key);
}

function keptKeys(storage: NonNullable<LaunchSources['storage']>): string[] {
  return keysOf(storage).filter((key) => KEPT.test(key));
}

function keysOf(storage: NonNullable<LaunchSources['storage']>): string[] {
  return Array.from({ length: storage.length }, (_, i) => storage.key(i)).filter((key) => key !== null);
}
