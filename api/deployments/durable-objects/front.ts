/** The front of the deployment: every request from outside comes here first. */
import { appLinkOf } from '#api/app.ts';
import { openBot } from '#api/bot/bot.ts';
import { walletOrigins } from '#api/config/wallets.ts';
import type { CloudflareConfig } from '#api/config.ts';
import type { EdgeDeps, RequestLine } from '#api/runtime/http/endpoint.ts';
import { type StaticFile, staticFiles } from '#api/runtime/http/static.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { createEdge } from './edge.ts';
import type { OperatorDeps } from './operator.ts';
import { picturesThroughCache } from './pictures.ts';
import {
  after,
  assets,
  clock,
  configured,
  directoryObject,
  metrics,
  onFault,
  proofLog,
  proofObject,
  publicObject,
  read,
  requestId,
  sayRequest,
  senderObject,
  shared,
  sharedCache,
  userObject,
} from './platform.ts';
import { logThroughCache } from './proof.ts';
import { throughCache } from './public.ts';
import { objectsReadiness } from './readiness.ts';
import { revealsOf } from './reveals.ts';
import { writeSharedGauges } from './shared-gauges.ts';
import { hostsOf } from './user.ts';

let edge: ReturnType<typeof createEdge> | null = null;

/** @returns 503 with the names of wrong variables where the configuration is at fault. */
export async function answer(request: Request): Promise<Response> {
  if (read.ok) {
    // Made with the first request, and kept.
    edge ??= openEdge(read.config);
    return edge(request, request.headers.get('cf-connecting-ip'));
  }
  const headers = { 'cache-control': 'no-store' };
  return new Response(`Not configured.\n${read.faults.join('\n')}\n`, { status: 503, headers });
}

/** Measures, asks the providers of market and calendar that are due, and publishes the day that is due. */
export async function refresh(): Promise<void> {
  // First: an object that fails below is what the gauges must show.
  if (read.ok) await measure(read.config);
  await publicObject().refresh();
  if (read.ok && read.config.proofSigningKey !== null) await proofObject().refresh();
}

async function measure(config: CloudflareConfig): Promise<void> {
  if (metrics === null) return;
  await writeSharedGauges({
    clock,
    after,
    ready: readiness(config),
    market: publicObject(),
    sender: config.botWebhookSecret === null ? null : senderObject(),
    log: config.proofSigningKey === null ? null : proofObject(),
    points: metrics,
  });
}

function openEdge(config: CloudflareConfig): ReturnType<typeof createEdge> {
  const common = { ...shared(), onRequest };
  return createEdge({
    ...common,
    ...throughCache(sharedCache(), config.publicUrl, publicObject),
    ...webhook(config),
    ready: readiness(config),
    version: packageJson.version,
    user: userObject,
    findPicture: picturesThroughCache(sharedCache(), config.publicUrl, clock, userObject),
    proofLog: cachedLog(config),
    reveals: revealsOf({ user: userObject, prices: publicObject, log: proofLog(config) }),
    operator: operator(config),
    fallback: pages(common),
    ...(metrics && { onForwarded: metrics.onRequest }),
  });
}

function onRequest(line: RequestLine): void {
  sayRequest(line);
  metrics?.onRequest(line);
}

function readiness({ botWebhookSecret }: CloudflareConfig) {
  return objectsReadiness({
    clock,
    after,
    market: publicObject,
    sender: botWebhookSecret === null ? null : senderObject,
  });
}

function cachedLog(config: CloudflareConfig) {
  const log = proofLog(config);
  return log && logThroughCache(sharedCache(), config.publicUrl, log);
}

/** The webhook of the bot, where it is on. */
function webhook(config: CloudflareConfig) {
  const bot = openBot(config, appLinkOf(config), hostsOf(userObject), onFault);
  return bot === null ? {} : { webhook: bot };
}

/** The way for an operator to move and audit ledgers; null where there is no secret for it. */
function operator({ moveSecret, creditSecret, readOnly }: CloudflareConfig): OperatorDeps | null {
  if (moveSecret === null) return null;
  return {
    moveSecret,
    creditSecret,
    readOnly,
    user: userObject,
    directory: directoryObject,
    calendar: publicObject,
  };
}

/** Pages of the app, and 404 for missing files: the platform itself serves the files that exist. */
function pages({ limiter, socketAddress }: Pick<EdgeDeps, 'limiter' | 'socketAddress'>) {
  return staticFiles({
    limiter,
    socketAddress,
    trustedProxies: [],
    read: readAsset,
    connect: walletOrigins(configured().wallets),
    clock,
    requestId,
    onRequest,
  });
}

async function readAsset(path: string): Promise<StaticFile | null> {
  // The platform compresses on the way out.
  if (/\.(br|gz)$/.test(path)) return null;
  const found = await assets.fetch(new Request(`https://assets/${path}`));
  if (!found.ok) return null;
  const tag = found.headers.get('etag')?.replace(/^W\//, '').replaceAll('"', '') ?? '';
  const bytes = new Uint8Array(await found.arrayBuffer());
  return { bytes, tag, text: () => new TextDecoder().decode(bytes) };
}
