/** Given, when, then for the wallet's reducer. */
import type { Facts, WalletEffect, WalletEvent } from '#features/wallet/session/events.ts';
import { reduce } from '#features/wallet/session/reduce.ts';
import { initialState, viewOf, type WalletState, type WalletView } from '#features/wallet/session/state.ts';
import type { KeptProof } from '#features/wallet/storage/kept.ts';
import { PROOF } from '#tests/features/wallet/proof.ts';

export const MINUTE = 60_000;

/** A moment far from zero, so that a time that was never set cannot look like one that was. */
export const START = 1_000 * MINUTE;

export const ADDRESS = '0:aa';
export const OTHER_ADDRESS = '0:bb';
export const KEPT: KeptProof = { address: ADDRESS, proof: PROOF };
export const OTHER_KEPT: KeptProof = { address: OTHER_ADDRESS, proof: { ...PROOF, signature: 'b3RoZXI=' } };

/** An event, where given with facts that differ from the default: now `START`, not linked, no connection kept. */
export type Happened = WalletEvent & Partial<Facts>;

export const SHOWN: Happened = { type: 'prepare-requested' };
export const LOADED: Happened = { type: 'connector-loaded' };
export const NOTHING_RESTORED: Happened = { type: 'restored' };
export const TAP: Happened = { type: 'connect-requested' };
export const SIGNED: Happened = { type: 'connected', ...KEPT };
export const SIGNED_BY_OTHER: Happened = { type: 'connected', ...OTHER_KEPT };
export const CONNECTED_SILENTLY: Happened = { type: 'connected', address: ADDRESS, proof: null };
export const DISCONNECTED: Happened = { type: 'disconnected' };
export const DELETED: Happened = { type: 'data-deleted' };

/** The screen shows the wallet, no wallet is connected, and the first payload is on its way. */
export const READY: readonly Happened[] = [SHOWN, LOADED, NOTHING_RESTORED];

export function payloadAnswered(request: number, now = START): Happened {
  return { type: 'payload-answered', request, answer: { ok: true, value: `payload-${request}` }, now };
}

export function payloadFailed(
  request: number,
  error: 'offline' | 'stale' = 'offline',
  now = START,
): Happened {
  return { type: 'payload-answered', request, answer: { ok: false, error }, now };
}

export function proofAnswered(
  outcome: Extract<WalletEvent, { type: 'proof-answered' }>['outcome'],
  { proof: { signature } } = KEPT,
): Happened {
  return { type: 'proof-answered', signature, outcome };
}

export interface Outcome {
  readonly state: WalletState;
  readonly view: WalletView;
  /** Of the last event. */
  readonly effects: readonly WalletEffect[];
}

export interface Scenario {
  given(...events: readonly Happened[]): Scenario;
  when(event: Happened): Outcome;
}

/** A wallet as the app opens it, with what the phone has kept. */
export function opened({ isConnectionKept = false, proof = null as KeptProof | null } = {}): Scenario {
  return scenario(initialState(isConnectionKept, proof));
}

/** As `opened`, without anything kept, after these events. */
export function given(...events: readonly Happened[]): Scenario {
  return opened().given(...events);
}

export function after(state: WalletState, event: Happened): Outcome {
  const step = reduce(state, { now: START, isLinked: false, isConnectionKept: false, ...event });
  return { ...step, view: viewOf(step.state) };
}

function scenario(state: WalletState): Scenario {
  return {
    given: (...events) => scenario(events.reduce((before, event) => after(before, event).state, state)),
    when: (event) => after(state, event),
  };
}

export function typesOf(effects: readonly WalletEffect[]): string[] {
  return effects.map(({ type }) => type);
}
