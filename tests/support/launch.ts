/** Signed launch data and launch addresses in the messaging app's format. Browsers import it too, so it needs no Node. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface TestUser {
  readonly id: number;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly language_code?: string;
  readonly is_premium?: boolean;
  readonly photo_url?: string;
  readonly allows_write_to_pm?: boolean;
}

export interface LaunchOptions {
  readonly user: TestUser;
  readonly botToken: string;
  /** Seconds since 1970; by default now. */
  readonly authDate?: number;
  readonly startParameter?: string;
}

/** Launch data as sent in the Authorization header after `tma `. */
export function signLaunchData({ user, botToken, authDate, startParameter }: LaunchOptions): string {
  const fields: Record<string, string> = {
    auth_date: String(authDate ?? Math.floor(Date.now() / 1000)),
    query_id: 'AAHdF6IQAAAAAN0XohDhrOrc',
    user: JSON.stringify(user),
    ...(startParameter === undefined ? {} : { start_param: startParameter }),
  };
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('\n');
  const secret = hmac(sha256, utf8ToBytes('WebAppData'), utf8ToBytes(botToken));
  const hash = bytesToHex(hmac(sha256, secret, utf8ToBytes(text)));
  return new URLSearchParams({ ...fields, hash }).toString();
}

export const LIGHT_THEME = {
  bg_color: '#ffffff',
  secondary_bg_color: '#efeff4',
  section_bg_color: '#ffffff',
  text_color: '#000000',
  hint_color: '#999999',
  link_color: '#168dcd',
  button_color: '#2481cc',
  button_text_color: '#ffffff',
};

export const DARK_THEME = {
  bg_color: '#212121',
  secondary_bg_color: '#0f0f0f',
  section_bg_color: '#212121',
  text_color: '#ffffff',
  hint_color: '#aaaaaa',
  link_color: '#8774e1',
  button_color: '#8774e1',
  button_text_color: '#ffffff',
};

export interface FragmentOptions {
  readonly launchData: string;
  readonly platform?: string;
  readonly version?: string;
  readonly theme?: Readonly<Record<string, string>>;
}

/** The fragment of a launch address, without `#`. */
export function launchFragment({ launchData, platform, version, theme }: FragmentOptions): string {
  return new URLSearchParams({
    tgWebAppData: launchData,
    tgWebAppVersion: version ?? '8.0',
    tgWebAppPlatform: platform ?? 'android',
    tgWebAppThemeParams: JSON.stringify(theme ?? LIGHT_THEME),
  }).toString();
}
