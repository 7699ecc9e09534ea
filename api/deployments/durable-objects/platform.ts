/** The deployment's side of the platform: bindings, configuration, clock and log, and the stubs of objects. */
import { env, type Namespace } from 'cloudflare:workers';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createBotClient } from '#api/bot/client.ts';
import { type CloudflareConfig, readCloudflareConfig } from '#api/config.ts';
import type { DirectoryPeer, Peers, WalletPeer } from '#api/credits/peers.ts';
import type { SenderPeer } from '#api/notifications/sender/messages.ts';
import type { LogPeer } from '#api/proof/log-peer.ts';
import { faultOf, type RequestLine } from '#api/runtime/http/endpoint.ts';
import { createLimiter } from '#api/runtime/http/limits.ts';
import { type Level, levelOf } from '#api/runtime/http/log-level.ts';
import type { Asking } from '#api/runtime/upstream/fetch-json.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { type After, within } from './call-timeout.ts';
import { openDataPoints } from './data-points.ts';
import { directoryPart } from './directory.ts';
import type { ProofObject } from './proof.ts';
import type { PublicObject } from './public.ts';
import type { SenderObject } from './sender.ts';
import { neverFailing } from './shared-cache.ts';
import type { UserObject } from './user.ts';

interface Fetcher {
  fetch(request: Request): Promise<Response>;
}

/** What `wrangler.toml` binds. */
const { USER, DIRECTORY, PUBLIC, SENDER, WALLET, PROOF, ASSETS, METRICS } = env as {
  readonly USER: Namespace<Omit<UserObject, 'onAlarm'>>;
  readonly DIRECTORY: Namespace<DirectoryPeer>;
  readonly PUBLIC: Namespace<PublicObject>;
  readonly SENDER: Namespace<SenderPeer & Pick<SenderObject, 'waitingSince'>>;
  readonly WALLET: Namespace<WalletPeer>;
  readonly PROOF: Namespace<ProofObject>;
  readonly ASSETS: Fetcher;
  /** May be left out. */
  readonly METRICS?: unknown;
};

export const assets = ASSETS;
export const read = readCloudflareConfig(env);

/** Throws where a variable is missing or wrong. */
export function configured(): CloudflareConfig {
  if (!read.ok) throw new Error(read.faults.join('; '));
  return read.config;
}

// A stub is of no use once its object was reset, so each call takes a new one. No call is made twice: the caller asks
// again, and an overloaded object is spared.
export const userObject = (userId: number) => USER.get(USER.idFromName(`${userId}`));
export const senderObject = () => SENDER.get(SENDER.idFromName('sender'));
export const publicObject = () => PUBLIC.get(PUBLIC.idFromName('public'));
export const proofObject = () => PROOF.get(PROOF.idFromName('proof'));
export const directoryObject = (userId: number) =>
  DIRECTORY.get(DIRECTORY.idFromName(`directory-${directoryPart(userId)}`));

const walletObject = (name: string): WalletPeer => {
  const object = () => WALLET.get(WALLET.idFromName(name));
  return {
    reserve: (userId) => within(after, object().reserve(userId)),
    holder: () => within(after, object().holder()),
  };
};

/** The log of published totals; null if nothing is published. */
export function proofLog({ proofSigningKey }: CloudflareConfig): LogPeer | null {
  if (proofSigningKey === null) return null;
  return {
    file: (path) => within(after, proofObject().file(path)),
    proof: (userId, day) => within(after, proofObject().proof(userId, day)),
    seal: (day, seal) => within(after, proofObject().seal(day, seal)),
  };
}

export const clock = { now: () => Date.now() };
export const after: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
export const peers: Peers = { user: userObject, directory: directoryObject, wallet: walletObject, onFault };
export const requestId = () => randomBytes(9).toString('base64url');
export const sharedCache = () => neverFailing(caches.default, onFault);

/** The parts that the edge and the object of a user share; each has limits of its own. */
export function shared() {
  const config = configured();
  return {
    config,
    clock,
    limiter: createLimiter(clock),
    hmac: (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest(),
    sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
    randomToken: () => randomBytes(24).toString('base64url'),
    requestId,
    socketAddress: (address: unknown) => (typeof address === 'string' ? address : 'unknown'),
    onRequest: (line: RequestLine) => sayRequest(line),
  };
}

/** How upstream services are asked. */
export function asking({ publicUrl }: CloudflareConfig): Asking {
  return {
    clock,
    fetch: (url, init) => fetch(url, init),
    userAgent: `iRICH/${packageJson.version} (+${publicUrl})`,
  };
}

export function botClient({ botToken: token, botApiUrl: apiUrl }: CloudflareConfig) {
  return createBotClient({ token, apiUrl, fetch: (url, init) => fetch(url, init) });
}

/** Null where no dataset is bound. */
export const metrics = openDataPoints(METRICS, onFault);

/** @param more what else its line says */
export function sayRequest(line: RequestLine, more: object = {}): void {
  say({ ...line, ...more, level: levelOf(line) });
}

export function onFault(message: string, cause: unknown): void {
  say({ time: new Date().toISOString(), level: 'error', message, fault: faultOf(cause) });
}

/** What has failed works again. */
export function onRecovered(message: string): void {
  say({ time: new Date().toISOString(), level: 'info', message });
}

function say(line: {
  readonly time: string;
  readonly level: Level;
  readonly message?: string;
  readonly fault?: string;
}): void {
  console.log(JSON.stringify(line));
}
