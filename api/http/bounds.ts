/** What a caller may send before anybody reads it: the length of an address and of headers, and how many calls an address has. */
import { addressKeys, callerAddress, isTrustedPeer, parseProxies, type TrustedProxies } from './address.ts';
import type { Limiter } from './limits.ts';

/** Launch data have at most 4 KB, also where a client encodes a whole link into the path. */
const MAX_URL_LETTERS = 8_192;
const MAX_HEADER_LETTERS = 8_192;

/** The headers that are read here, or by what stands behind. */
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

/** Null where the address and every header that is read are short enough. */
export function tooLong(request: BoundedRequest): TooLong | null {
  if (request.url.length > MAX_URL_LETTERS) {
    return { code: 'uri_too_long', message: `The address is longer than ${MAX_URL_LETTERS} letters.` };
  }
  const long = READ_HEADERS.find((name) => (request.header(name)?.length ?? 0) > MAX_HEADER_LETTERS);
  if (long === undefined) return null;
  return { code: 'headers_too_large', message: `${long} is longer than ${MAX_HEADER_LETTERS} letters.` };
}

/** Peers of one's own machine or network: no stranger connects from there. */
const PRIVATE = parseProxies('127.0.0.0/8, ::1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7') ?? [];

export interface CallerDeps {
  readonly limiter: Limiter;
  readonly trustedProxies: TrustedProxies;
  /** The address of the connection itself, from what the runtime hands to Hono as `env`. */
  readonly socketAddress: (env: unknown) => string;
  /** Hears of a peer that sends `X-Forwarded-For` and is not trusted: it may be a proxy that all callers come through. */
  readonly onUntrustedProxy?: (peer: string) => void;
}

/**
 * Takes one call out of the minute of the caller's address and of the networks around it.
 * @returns 0, or after how many seconds the next one is answered.
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
    // A proxy that nobody has named: all users have its address, and one limit would lock them all out of the app.
    if (what === 'file' && isTrustedPeer(socket, PRIVATE)) return 0;
  }
  const caller = callerAddress(socket, forwarded, trustedProxies);
  for (const { key, times } of addressKeys(caller)) {
    const waitS = limiter.take(`${what}:${key}`, perMinute * times);
    if (waitS > 0) return waitS;
  }
  return 0;
}
