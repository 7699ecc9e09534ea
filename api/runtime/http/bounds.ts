/**
 * Bounds on a request before it is read: the length of its URL and headers, and the calls per minute of its caller's
 * address.
 */
import { addressKeys, callerAddress, isTrustedPeer, parseProxies, type TrustedProxies } from './address.ts';
import type { Limiter } from './limits.ts';

/** Launch data take at most 4 KB, and some clients put an encoded link into the path. */
const MAX_URL_LETTERS = 8_192;
const MAX_HEADER_LETTERS = 8_192;

/** The headers that this server reads. */
const READ_HEADERS = [
  'accept-encoding',
  'authorization',
  'content-type',
  'if-none-match',
  'x-contract-version',
  'x-forwarded-for',
  'x-generation',
  'x-telegram-bot-api-secret-token',
] as const;

export interface BoundedRequest {
  readonly url: string;
  header(name: string): string | undefined;
}

export interface TooLong {
  readonly code: 'uri_too_long' | 'headers_too_large';
  readonly message: string;
}

/** Null if the URL and every header in `READ_HEADERS` are short enough. */
export function tooLong(request: BoundedRequest): TooLong | null {
  if (request.url.length > MAX_URL_LETTERS) {
    return { code: 'uri_too_long', message: `The address is longer than ${MAX_URL_LETTERS} letters.` };
  }
  const long = READ_HEADERS.find((name) => (request.header(name)?.length ?? 0) > MAX_HEADER_LETTERS);
  if (long === undefined) return null;
  return { code: 'headers_too_large', message: `${long} is longer than ${MAX_HEADER_LETTERS} letters.` };
}

/** Addresses of this machine and of private networks: strangers do not connect from there. */
const PRIVATE = parseProxies('127.0.0.0/8, ::1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7') ?? [];

export interface CallerDeps {
  readonly limiter: Limiter;
  readonly trustedProxies: TrustedProxies;
  /** The address of the connection, read from the `env` that the runtime passes to Hono. */
  readonly socketAddress: (env: unknown) => string;
  /** Called with an untrusted peer that sends `X-Forwarded-For`: it may be a proxy in front of all callers. */
  readonly onUntrustedProxy?: (peer: string) => void;
}

/**
 * Counts one call against the limits of the caller's address and of the networks around it.
 * @returns 0 if the call is allowed, otherwise the seconds to wait.
 */
export function takeForAddress(
  { limiter, trustedProxies, socketAddress, onUntrustedProxy }: CallerDeps,
  request: Pick<BoundedRequest, 'header'>,
  env: unknown,
  what: string,
  perMinute: number,
): number {
  const socket = socketAddress(env);
  const forwarded = request.header('x-forwarded-for') ?? null;
  if (forwarded !== null && !isTrustedPeer(socket, trustedProxies)) {
    onUntrustedProxy?.(socket);
    // Probably a proxy that TRUSTED_PROXIES lacks. All users share its address, so a limit would lock all of them out.
    if (what === 'file' && isTrustedPeer(socket, PRIVATE)) return 0;
  }
  const caller = callerAddress(socket, forwarded, trustedProxies);
  for (const { key, times } of addressKeys(caller)) {
    const waitS = limiter.take(`${what}:${key}`, perMinute * times);
    if (waitS > 0) return waitS;
  }
  return 0;
}
