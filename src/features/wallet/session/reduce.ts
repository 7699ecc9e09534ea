/** Decides how each event changes the wallet, and which effects follow. Pure: time and facts arrive with the event. */
import type { KeptProof } from '../storage/kept.ts';
import type { Emit, Facts, WalletEffect, WalletEvent } from './events.ts';
import { stopPayload, takeAnswer, wantPayload } from './payload.ts';
import type { WalletState } from './state.ts';

/** As long as the library itself waits for a bridge. */
const BRIDGE_PATIENCE_MS = 12_000;

type Transition<E> = (state: WalletState, event: E & Facts, emit: Emit) => WalletState;

export function reduce(
  before: WalletState,
  event: WalletEvent & Facts,
): { readonly state: WalletState; readonly effects: readonly WalletEffect[] } {
  const effects: WalletEffect[] = [];
  const transition = TRANSITIONS[event.type] as Transition<WalletEvent>;
  return { state: transition(before, event, (effect) => effects.push(effect)), effects };
}

const TRANSITIONS: { [Type in WalletEvent['type']]: Transition<WalletEvent & { type: Type }> } = {
  'restore-requested': resume,
  'prepare-requested': (state, event, emit) => resume({ ...state, isWatched: true }, event, emit),
  left: (state) => ({ ...state, isWatched: false, opening: null, payload: stopPayload(state.payload) }),
  'connect-requested': connect,
  'connect-cancelled': (state) => ({ ...state, opening: null }),
  'confirm-requested': (state, event, emit) => connect(disconnect(state, emit), event, emit),
  'disconnect-requested': (state, _, emit) => disconnect(state, emit),
  'data-deleted'(state, _, emit) {
    const isRestoring = state.phase === 'restoring';
    return {
      ...disconnect(state, emit),
      phase: isRestoring ? 'disconnected' : state.phase,
      // A connector that is still loading will find nothing to restore.
      isRestoreRevoked: isRestoring && state.connector === 'loaded',
      error: null,
      opening: null,
      payload: stopPayload(state.payload),
    };
  },

  'connector-loaded'(state, event, emit) {
    emit({ type: 'schedule', afterMs: BRIDGE_PATIENCE_MS, event: { type: 'bridge-overdue' } });
    const error = state.error === 'cut' || state.error === 'unreachable' ? null : state.error;
    const loaded = { ...state, connector: 'loaded', bridge: 'awaited', error } as const;
    const next =
      state.opening === null
        ? requestProofIfFree(loaded, event, emit)
        : requestProof({ ...loaded, opening: 'payload' }, event, emit);
    return sendProof(next, event, emit);
  },
  'connector-missing'(state, event, emit) {
    const isMissed = state.opening !== null || event.isConnectionKept;
    const error = isMissed ? event.error : state.error;
    const phase = event.error === 'cut' && event.isConnectionKept ? 'restoring' : 'disconnected';
    const missing = { ...state, connector: 'absent', phase, error, opening: null } as const;
    // A proof would not reach the server either.
    return event.error === 'cut' ? missing : sendProof(missing, event, emit);
  },
  restored(state, event, emit) {
    const ended = { ...state, isRestoreRevoked: false };
    if (state.phase === 'connected') return ended;
    return requestProof({ ...ended, phase: 'disconnected', bridge: 'settled' }, event, emit);
  },

  connected(state, event, emit) {
    const { address, proof } = event;
    if (state.isRestoreRevoked && proof === null) {
      emit({ type: 'disconnect' });
      return state;
    }
    // The server accepts a signed payload only once.
    const payload = proof === null ? state.payload : stopPayload(state.payload);
    const kept = state.proof?.address === address ? state.proof : null;
    const connected = { ...state, phase: 'connected', address, error: null, opening: null, payload } as const;
    return sendProof(keepProof(connected, proof === null ? kept : { address, proof }, emit), event, emit);
  },
  disconnected(state, event, emit) {
    // No wallet is left to answer in the modal.
    emit({ type: 'close-modal' });
    const free = { phase: 'disconnected', address: null, error: null, bridge: 'settled' } as const;
    return requestProof(keepProof({ ...state, ...free }, null, emit), event, emit);
  },
  rejected: (state, { error }) => ({ ...state, error }),
  'modal-opened': (state) => ({ ...state, isModalOpen: true }),
  'modal-closed': (state, event, emit) => requestProofIfFree({ ...state, isModalOpen: false }, event, emit),
  'bridge-answered': (state) => ({ ...state, bridge: 'settled' }),
  'bridge-overdue'(state) {
    const isSilent = state.bridge === 'awaited' && state.phase === 'connected';
    return isSilent ? { ...state, bridge: 'silent' } : state;
  },

  'payload-answered'(state, event, emit) {
    if (event.request !== state.payload.request) return state;
    const { payload, error } = takeAnswer(state.payload, event.answer, event.now, emit);
    const answered = { ...state, payload };
    if (error === null || state.opening !== 'payload') return openIfReady(answered, emit);
    return { ...answered, opening: null, error: error === 'stale' ? error : 'unready' };
  },
  'payload-due'(state, event, emit) {
    if (event.dueAt !== state.payload.dueAt) return state;
    // A timer may fire a moment early.
    return requestProof(state, { ...event, now: Math.max(event.now, event.dueAt) }, emit);
  },
  'proof-answered'(state, event, emit) {
    const { signature, outcome } = event;
    const answered = { ...state, sending: null };
    // The answer is about an earlier wallet, or the user has disconnected or deleted their data meanwhile.
    if (state.proof?.proof.signature !== signature) return sendProof(answered, event, emit);
    const isFinal = ['linked', 'invalid', 'bound', 'taken'].includes(outcome);
    const error = outcome === 'linked' ? null : outcome;
    return keepProof({ ...answered, error }, isFinal ? null : state.proof, emit);
  },
};

function resume(state: WalletState, event: Facts, emit: Emit): WalletState {
  if (state.connector !== 'loaded') return loadConnector(state, event, emit);
  return sendProof(requestProofIfFree(state, event, emit), event, emit);
}

function connect(state: WalletState, event: Facts, emit: Emit): WalletState {
  if (state.opening !== null) return state;
  const next = { ...state, isWatched: true, error: null };
  if (state.connector === 'loaded') return requestProof({ ...next, opening: 'payload' }, event, emit);
  return loadConnector({ ...next, opening: 'connector' }, event, emit);
}

function disconnect(state: WalletState, emit: Emit): WalletState {
  emit({ type: 'disconnect' });
  return keepProof(state, null, emit);
}

function loadConnector(state: WalletState, { isConnectionKept }: Facts, emit: Emit): WalletState {
  if (state.connector === 'loading') return state;
  emit({ type: 'load-connector' });
  return { ...state, connector: 'loading', phase: isConnectionKept ? 'restoring' : state.phase };
}

function requestProofIfFree(state: WalletState, event: Facts, emit: Emit): WalletState {
  return state.phase === 'disconnected' ? requestProof(state, event, emit) : state;
}

/** Has the next wallet sign a payload, unless the account already has a wallet. */
function requestProof(state: WalletState, { now, isLinked }: Facts, emit: Emit): WalletState {
  if (!state.isWatched) return state;
  if (isLinked) emit({ type: 'request-proof', request: { state: 'none' } });
  const payload = isLinked
    ? stopPayload(state.payload)
    : wantPayload(state.payload, { now, isModalOpen: state.isModalOpen }, emit);
  return openIfReady({ ...state, payload }, emit);
}

function openIfReady(state: WalletState, emit: Emit): WalletState {
  if (state.opening !== 'payload' || state.payload.request !== null) return state;
  emit({ type: 'open-modal' });
  return { ...state, opening: null, bridge: 'settled' };
}

/** Sends one proof at a time. An account that already has a wallet needs none. */
function sendProof(state: WalletState, { isLinked }: Facts, emit: Emit): WalletState {
  const { proof, sending } = state;
  if (proof === null || sending !== null) return state;
  if (isLinked) return keepProof(state, null, emit);
  emit({ type: 'send-proof', proof });
  return { ...state, sending: proof.proof.signature };
}

/** Changes the proof in memory and on the phone together. */
function keepProof(state: WalletState, proof: KeptProof | null, emit: Emit): WalletState {
  if (proof === state.proof) return state;
  emit(proof === null ? { type: 'forget-proof' } : { type: 'keep-proof', proof });
  return { ...state, proof };
}
