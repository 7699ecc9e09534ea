/** Schemas of configuration values; each has a message for a faulty value. */
import * as v from 'valibot';

export const matching = (pattern: RegExp, fault: string) => v.pipe(v.string(), v.regex(pattern, fault));

export const token = matching(/^\d+:[\w-]{4,}$/, 'must be a bot token, such as 123456789:AAH5YkoiEuPk8');

export const apiKey = matching(/^[\w-]{8,200}$/, 'must be letters, digits, underscores and hyphens');

export const secret = matching(/^[0-9a-f]{32,}$/i, 'must be at least 32 hexadecimal digits');

export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.check((text) => /^\d{1,9}$/.test(text), `must be a whole number from ${min} to ${max}`),
    v.transform(Number),
    v.check((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`),
  );

export const serviceUrl = (example: string) =>
  v.pipe(
    v.string(),
    v.check(
      isServiceUrl,
      `must be an https address without a query, such as ${example} (http only on localhost)`,
    ),
  );

/** Of a service whose paths follow: without a slash at its end. */
export const apiUrl = (example: string) =>
  v.pipe(
    serviceUrl(example),
    v.transform((text) => text.replace(/\/$/, '')),
  );

/** An origin, without a slash at its end. */
export const origin = (example: string) =>
  v.pipe(
    v.string(),
    v.check(isOrigin, `must be an https origin without a path, such as ${example}`),
    v.transform((text) => new URL(text).origin),
  );

/** Several origins, separated by commas. */
export const origins = (example: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((part) => part.trim())),
    v.check(
      (parts) => parts.every(isOrigin),
      `must be https origins without paths, separated by commas, such as ${example}`,
    ),
    v.transform((parts) => [...new Set(parts.map((part) => new URL(part).origin))]),
  );

/** Seconds since 1970, or null. */
export function readMoment(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}

function isOrigin(text: string): boolean {
  return isServiceUrl(text) && new URL(text).pathname === '/';
}

/** Https, or http on this machine, without query, fragment or credentials, and with a host name that is safe in a header. */
export function isServiceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const isPlain = [url.search, url.hash, url.username, url.password].join('') === '';
  const isName = /^([\w.-]+|\[[\da-f:]+\])$/i.test(url.hostname);
  return isPlain && isName && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal));
}
