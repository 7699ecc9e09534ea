/** Wallet calls: the payload to sign, the proof that links a wallet, and the app's manifest. */
import type { Hono } from 'hono';
import { CALLS, FILES } from '#core/contract/calls.ts';
import type { WalletAnswer, WalletBody } from '#core/contract/wallet.ts';
import type { LedgerState } from '#core/points/evolve.ts';
import type { PublicRouteDeps, RouteDeps } from '../deps.ts';
import type { LedgerWriter } from '../ledger/types.ts';
import { type Answer, fail, ok } from '../runtime/http/answer.ts';
import { mount, type SignedCall } from '../runtime/http/mount.ts';
import { committed, gate, isRecentLaunch, profileRecord, tooManyToday } from '../users/account.ts';
import { findPerson, saveWalletAddress } from '../users/users.ts';
import { isPayloadUsed, saveUsedPayload } from './payload.ts';
import { checkProof, type ProofFault } from './proof.ts';

export function walletRoutes(app: Hono, deps: RouteDeps): void {
  mount(app, deps, CALLS.proofPayload, {
    handle: (call) => {
      const account = recent(deps, call);
      if (!account.ok) return account;
      const { payload, expiresAt } = deps.proofPayloads.make(call.userId, deps.clock.now());
      return ok({ payload, expiresAt: new Date(expiresAt).toISOString() });
    },
  });

  mount(app, deps, CALLS.linkWallet, { owner: (body) => body.id, handle: (call) => linkWallet(deps, call) });
}

/** What the app and wallets read before they connect. */
export function walletConnectRoutes(app: Hono, deps: PublicRouteDeps): void {
  const { publicUrl, appName, wallets } = deps;

  mount(app, deps, CALLS.walletOptions, {
    handle: () =>
      ok({
        manifestUrl: `${publicUrl}${FILES.walletManifest.path}`,
        walletsListUrl: wallets.listUrl,
        bridges: [...wallets.bridges],
        preferredWallet: wallets.preferred,
      }),
  });

  // TON Connect's manifest: wallets show this description of the app before they connect.
  mount(app, deps, FILES.walletManifest, {
    handle: () =>
      ok({
        url: publicUrl,
        name: appName,
        iconUrl: `${publicUrl}/icon-192.png`,
        ...(wallets.termsUrl === null ? {} : { termsOfUseUrl: wallets.termsUrl }),
        ...(wallets.privacyUrl === null ? {} : { privacyPolicyUrl: wallets.privacyUrl }),
      }),
  });
}

/** The account of a user who launched the app less than an hour ago, because linking a wallet is permanent. */
function recent(
  { ledger, clock }: RouteDeps,
  { userId, generation, launch }: Pick<SignedCall<unknown>, 'userId' | 'generation' | 'launch'>,
): Answer<LedgerState> {
  const account = gate(ledger.read.account(userId), generation);
  if (!account.ok) return account;
  return isRecentLaunch(launch, clock.now()) ? account : fail('launch_data_stale');
}

async function linkWallet(deps: RouteDeps, call: SignedCall<WalletBody>): Promise<Answer<WalletAnswer>> {
  const { ledger, sql, neighbours } = deps;
  const account = recent(deps, call);
  if (!account.ok) return account;
  const { userId, body } = call;
  const address = body.wallet_address.toLowerCase();
  if (isStored(sql, userId, address)) return linked(deps, sql, account.value, address);
  const proof = judge(deps, call);
  if (!proof.ok) return invalid(proof.fault);
  if (ledger.isReadOnly) return fail('moving');
  const wallet = ledger.walletName(address);
  const { wallet: bound } = account.value;
  if (bound !== null && bound !== wallet) return fail('wallet_already_linked');
  if (isPayloadUsed(sql, proof.payloadHash)) return invalid('payload_used');
  const reserved = await neighbours.reserving(userId, wallet, () =>
    ledger.transact((writer) => link(deps, writer, call, { ...proof, address, wallet })),
  );
  if (reserved.ok) return committed(reserved.value);
  return fail(reserved.error === 'taken' ? 'wallet_taken' : 'unavailable');
}

type Judged =
  | { readonly ok: true; readonly payloadHash: string; readonly expiresAt: number }
  | { readonly ok: false; readonly fault: ProofFault };

function judge(
  { clock, publicUrl, proofPayloads, sha256 }: RouteDeps,
  { userId, body }: SignedCall<WalletBody>,
): Judged {
  const now = clock.now();
  const { host, hostname } = new URL(publicUrl);
  const { payload } = body.proof;
  const expiresAt = proofPayloads.expiryOf(payload, userId, now);
  const result = checkProof(
    { ...body.proof, address: body.wallet_address },
    // Some wallets leave out the port.
    { domains: [host, hostname], now, isOwnPayload: () => expiresAt !== null },
  );
  if (!result.ok) return result;
  return expiresAt === null
    ? { ok: false, fault: 'payload' }
    : { ok: true, payloadHash: sha256(payload), expiresAt };
}

interface Proved {
  readonly address: string;
  /** Its keyed hash. */
  readonly wallet: string;
  readonly payloadHash: string;
  readonly expiresAt: number;
}

/** Writes event, address and used payload in one commit. */
function link(
  deps: RouteDeps,
  writer: LedgerWriter,
  { userId, generation, launch }: SignedCall<unknown>,
  { address, wallet, payloadHash, expiresAt }: Proved,
): Answer<WalletAnswer> {
  const account = gate(writer.account(userId), generation);
  if (!account.ok) return account;
  if (isStored(writer.sql, userId, address)) return linked(deps, writer.sql, account.value, address);
  if (isPayloadUsed(writer.sql, payloadHash)) return invalid('payload_used');
  const executed = writer.execute(userId, { type: 'link_wallet', wallet });
  if (!executed.ok) {
    const { type } = executed.error;
    if (type === 'wallet_already_linked' || type === 'wallet_taken') return fail(type);
    if (type === 'too_many_today') return tooManyToday(writer.now);
    throw new Error(`The wallet of user ${userId} was refused: ${type}`);
  }
  saveUsedPayload(writer.sql, { payloadHash, userId, expiresAt }, writer.now);
  saveWalletAddress(writer.sql, launch.user, address, writer.now);
  return linked(deps, writer.sql, executed.state, address);
}

function isStored(sql: RouteDeps['sql'], userId: number, address: string): boolean {
  return findPerson(sql, userId)?.walletAddress === address;
}

function linked(
  { links, clock }: RouteDeps,
  sql: RouteDeps['sql'],
  state: LedgerState,
  address: string,
): Answer<WalletAnswer> {
  return ok({ wallet_address: address, profile: profileRecord(sql, state, links, clock.now()) });
}

/** @param step only for the log, so that a caller who tries out forged proofs learns nothing. */
function invalid(step: ProofFault | 'payload_used') {
  return fail('wallet_proof_invalid', { reason: step });
}
