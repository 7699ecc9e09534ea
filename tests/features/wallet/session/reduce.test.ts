/** Invariants of the wallet's state over random sequences of events. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WalletEvent } from '#features/wallet/session/events.ts';
import { initialState, type WalletState } from '#features/wallet/session/state.ts';
import {
  after,
  CONNECTED_SILENTLY,
  type Happened,
  KEPT,
  MINUTE,
  OTHER_KEPT,
  payloadAnswered,
  payloadFailed,
  proofAnswered,
  SIGNED,
  SIGNED_BY_OTHER,
  START,
} from '#tests/features/wallet/session/scenario.ts';

const SIMPLE: readonly WalletEvent['type'][] = [
  'prepare-requested',
  'restore-requested',
  'left',
  'data-deleted',
  'connect-requested',
  'connect-cancelled',
  'confirm-requested',
  'disconnect-requested',
  'connector-loaded',
  'restored',
  'disconnected',
  'modal-opened',
  'modal-closed',
  'bridge-answered',
  'bridge-overdue',
];
const OTHERS: readonly Happened[] = [
  SIGNED,
  SIGNED_BY_OTHER,
  CONNECTED_SILENTLY,
  { type: 'rejected', error: 'declined' },
  { type: 'connector-missing', error: 'cut' },
  { type: 'connector-missing', error: 'unreachable' },
  ...[KEPT, OTHER_KEPT].flatMap((kept) => [proofAnswered('linked', kept), proofAnswered('failed', kept)]),
  ...[1, 2, 3].flatMap((request) => [payloadAnswered(request), payloadFailed(request)]),
  ...[10, 15, 20].map((minutes) => ({ type: 'payload-due', dueAt: START + minutes * MINUTE }) as const),
];

const events = fc.array(
  fc.record({
    event: fc.constantFrom(...SIMPLE.map((type) => ({ type }) as Happened), ...OTHERS),
    passed: fc.integer({ min: 0, max: 8 * MINUTE }),
    isLinked: fc.boolean(),
    isConnectionKept: fc.boolean(),
  }),
  { maxLength: 30 },
);

/** Whether the session can dispatch the event at all: the connector reports only what happens after it has loaded. */
function isPossible({ connector }: WalletState, { type }: Happened): boolean {
  if (type === 'connector-loaded' || type === 'connector-missing') return connector === 'loading';
  const isReported = ['restored', 'connected', 'disconnected', 'rejected'].includes(type);
  return !isReported || connector === 'loaded';
}

test('state, storage and effects agree after any sequence of events', () => {
  fc.assert(
    fc.property(events, fc.boolean(), (happened, isConnectionKept) => {
      let state: WalletState = initialState(isConnectionKept, null);
      let stored: WalletState['proof'] = null;
      let now = START;
      for (const { event, passed, ...facts } of happened) {
        now += passed;
        const before = state;
        if (!isPossible(before, event)) continue;
        const step = after(before, { ...event, ...facts, now });
        state = step.state;
        expect(state.address !== null).toBe(state.phase === 'connected');
        for (const effect of step.effects) {
          if (effect.type === 'keep-proof') stored = effect.proof;
          if (effect.type === 'forget-proof') stored = null;
          if (effect.type === 'load-connector') expect(before.connector).toBe('absent');
          if (effect.type === 'open-modal') expect(state.isWatched).toBe(true);
          if (effect.type === 'load-payload') {
            expect(state).toMatchObject({ isWatched: true, payload: { request: effect.request } });
            expect(facts.isLinked).toBe(false);
          }
          if (effect.type === 'send-proof') {
            expect(effect.proof).toEqual(stored);
            expect(facts.isLinked).toBe(false);
            expect([null, event.type === 'proof-answered' ? before.sending : null]).toContain(before.sending);
          }
        }
        expect(state.proof).toEqual(stored);
        if (!state.isWatched)
          expect(state).toMatchObject({ opening: null, payload: { request: null, dueAt: null } });
      }
    }),
    { numRuns: 1_000 },
  );
});
