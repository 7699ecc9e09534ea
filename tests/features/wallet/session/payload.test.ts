/** The payload that the next wallet signs: loaded ahead, replaced before it is too old, and used once. */
import { expect, test } from 'vitest';
import {
  CONNECTED_SILENTLY,
  DELETED,
  DISCONNECTED,
  given,
  LOADED,
  MINUTE,
  opened,
  payloadAnswered,
  payloadFailed,
  READY,
  SHOWN,
  SIGNED,
  START,
  TAP,
  typesOf,
} from '#tests/features/wallet/session/scenario.ts';

const LOADING = { type: 'request-proof', request: { state: 'loading' } };
const NO_PROOF = { type: 'request-proof', request: { state: 'none' } };
const OPEN_MODAL = { type: 'modal-opened' } as const;
const CLOSE_MODAL = { type: 'modal-closed' } as const;
const LEFT = { type: 'left' } as const;

function due(minutes: number) {
  const dueAt = START + minutes * MINUTE;
  return { type: 'payload-due', dueAt, now: dueAt } as const;
}

test('given a screen without a connected wallet, when the connector has loaded, then a payload loads', () => {
  const { effects } = given(SHOWN).when(LOADED);
  expect(effects).toContainEqual(LOADING);
  expect(effects).toContainEqual({ type: 'load-payload', request: 1 });
});

test('given no screen, when the connector has loaded, then no payload loads', () => {
  const { effects } = given({ type: 'restore-requested' }).when(LOADED);
  expect(typesOf(effects)).toEqual(['schedule']);
});

test('given an account with a wallet, when the connector has loaded, then the next wallet signs nothing', () => {
  const { effects } = given(SHOWN).when({ ...LOADED, isLinked: true });
  expect(effects).toContainEqual(NO_PROOF);
  expect(typesOf(effects)).not.toContain('load-payload');
});

test('given a payload on its way, when it is wanted again, then there is no second request', () => {
  const { effects } = given(...READY).when(SHOWN);
  expect(effects).toEqual([LOADING]);
});

test('when the payload arrives, then the next wallet signs it, and the next one is due in ten minutes', () => {
  const { effects } = given(...READY).when(payloadAnswered(1));
  expect(effects).toEqual([
    { type: 'request-proof', request: { state: 'ready', payload: 'payload-1' } },
    {
      type: 'schedule',
      afterMs: 10 * MINUTE,
      event: { type: 'payload-due', dueAt: START + 10 * MINUTE },
    },
  ]);
});

test('given a payload of less than ten minutes, when it is wanted again, then it stays', () => {
  const now = START + 10 * MINUTE - 1;
  const { effects } = given(...READY, payloadAnswered(1)).when({ ...SHOWN, now });
  expect(effects).toEqual([]);
});

test('given a payload of ten minutes, when it is due, then the next one loads and the old one stays until then', () => {
  const before = given(...READY, payloadAnswered(1));
  expect(before.when(due(10)).effects).toEqual([{ type: 'load-payload', request: 2 }]);
  const { state } = before.given(due(10)).when(payloadAnswered(2, START + 10 * MINUTE));
  expect(state.payload).toMatchObject({ loadedAt: START + 10 * MINUTE, dueAt: START + 20 * MINUTE });
});

test('given a timer that fires a millisecond early, when the payload is due, then the next one loads', () => {
  const early = { ...due(10), now: START + 10 * MINUTE - 1 };
  const { effects } = given(...READY, payloadAnswered(1)).when(early);
  expect(effects).toEqual([{ type: 'load-payload', request: 2 }]);
});

test('given a payload of fourteen minutes, when it is wanted, then no wallet signs it any more', () => {
  const at = (minutes: number) => ({ ...SHOWN, now: START + minutes * MINUTE });
  const before = given(...READY, payloadAnswered(1), due(10), payloadFailed(2));
  expect(before.when(at(13)).effects).not.toContainEqual(LOADING);
  expect(before.when(at(14)).effects).toContainEqual(LOADING);
});

test('given an open modal, when the payload is due, then it stays until the server refuses it', () => {
  const before = given(...READY, payloadAnswered(1), OPEN_MODAL);
  const { effects } = before.when(due(10));
  expect(effects).toEqual([
    { type: 'schedule', afterMs: 5 * MINUTE, event: { type: 'payload-due', dueAt: START + 15 * MINUTE } },
  ]);
  expect(before.given(due(10)).when(due(15)).effects).toEqual([
    LOADING,
    { type: 'load-payload', request: 2 },
  ]);
});

test('given a payload that aged while the modal was open, when the modal closes, then the next one loads', () => {
  const closed = { ...CLOSE_MODAL, now: START + 12 * MINUTE };
  const { effects, view } = given(...READY, payloadAnswered(1), OPEN_MODAL, due(10)).when(closed);
  expect(effects).toEqual([{ type: 'load-payload', request: 2 }]);
  expect(view.isModalOpen).toBe(false);
});

test('given a connected wallet, when the modal closes, then no payload loads', () => {
  const { effects } = given(...READY, payloadAnswered(1), OPEN_MODAL, SIGNED).when(CLOSE_MODAL);
  expect(effects).toEqual([]);
});

test('given a schedule that a newer payload has replaced, when it fires, then nothing happens', () => {
  const before = given(...READY, payloadAnswered(1), due(10), payloadAnswered(2, START + 10 * MINUTE));
  expect(before.when({ ...due(10), now: START + 60 * MINUTE }).effects).toEqual([]);
});

test('given a signed payload, when the wallet disconnects, then another one loads', () => {
  const { effects } = given(...READY, payloadAnswered(1), SIGNED).when(DISCONNECTED);
  expect(effects).toContainEqual(LOADING);
  expect(effects).toContainEqual({ type: 'load-payload', request: 2 });
});

test('given a wallet that signed nothing, when it disconnects, then the payload serves the next one', () => {
  const { effects } = given(...READY, payloadAnswered(1), CONNECTED_SILENTLY).when(DISCONNECTED);
  expect(typesOf(effects)).toEqual(['close-modal']);
});

test('given a failed request, when the payload is wanted again, then it is asked for again', () => {
  const failed = given(...READY).when(payloadFailed(1));
  expect(failed.effects).toEqual([]);
  const { effects } = given(...READY, payloadFailed(1)).when(SHOWN);
  expect(effects).toContainEqual({ type: 'load-payload', request: 2 });
});

test('given an account that a wallet was linked to meanwhile, when the payload is due, then it is dropped', () => {
  const { effects, state } = given(...READY, payloadAnswered(1)).when({ ...due(10), isLinked: true });
  expect(effects).toEqual([NO_PROOF]);
  expect(state.payload).toMatchObject({ loadedAt: null, dueAt: null });
});

test.each([
  ['the screen was left', LEFT],
  ['the data were deleted', DELETED],
])('given that %s, when the answer or the schedule comes, then nothing happens', (_, event) => {
  const asked = given(...READY, event).when(payloadAnswered(1));
  expect(asked.effects).toEqual([]);
  expect(asked.state.payload).toMatchObject({ loadedAt: null, dueAt: null, request: null });
  expect(given(...READY, payloadAnswered(1), event).when(due(10)).effects).toEqual([]);
});

test('given a screen that was left and opened again, when the first answer comes late, then only the second counts', () => {
  const before = given(...READY, LEFT, SHOWN);
  expect(before.when(payloadAnswered(1)).effects).toEqual([]);
  expect(before.when(payloadAnswered(2)).effects[0]).toEqual({
    type: 'request-proof',
    request: { state: 'ready', payload: 'payload-2' },
  });
});

test('given a tap that waits for the payload, when an older one can still be signed, then a failure opens the modal all the same', () => {
  const now = START + 11 * MINUTE;
  const tapped = opened().given(...READY, payloadAnswered(1), { ...TAP, now });
  expect(typesOf(tapped.when(payloadFailed(2, 'offline', now)).effects)).toEqual(['open-modal']);
});
