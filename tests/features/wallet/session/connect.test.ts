/** From a tap on Connect to the modal, and everything that can come between. */
import { expect, test } from 'vitest';
import {
  CONNECTED_SILENTLY,
  DELETED,
  DISCONNECTED,
  given,
  KEPT,
  LOADED,
  NOTHING_RESTORED,
  opened,
  payloadAnswered,
  payloadFailed,
  proofAnswered,
  READY,
  SHOWN,
  SIGNED,
  START,
  TAP,
  typesOf,
} from '#tests/features/wallet/session/scenario.ts';

const CANCELLED = { type: 'connect-cancelled' } as const;
const CONFIRM = { type: 'confirm-requested' } as const;
const LEFT = { type: 'left' } as const;
const UNREACHABLE = { type: 'connector-missing', error: 'unreachable' } as const;

test('given a loaded payload, when the user taps Connect, then the modal opens at once', () => {
  const { effects, view } = given(...READY, payloadAnswered(1)).when(TAP);
  expect(effects).toEqual([{ type: 'open-modal' }]);
  expect(view.isOpening).toBe(false);
});

test('given no connector, when the user taps Connect, then connector and payload load before the modal opens', () => {
  const tapped = given(NOTHING_RESTORED).when(TAP);
  expect(tapped.effects).toEqual([{ type: 'load-connector' }]);
  expect(tapped.view.isOpening).toBe(true);
  const loaded = given(TAP).when(LOADED);
  expect(typesOf(loaded.effects)).toEqual(['schedule', 'request-proof', 'load-payload']);
  expect(loaded.view.isOpening).toBe(true);
  const answered = given(TAP, LOADED).when(payloadAnswered(1));
  expect(typesOf(answered.effects)).toEqual(['request-proof', 'schedule', 'open-modal']);
  expect(answered.view.isOpening).toBe(false);
});

test('given a connector on its way, when the user taps Connect, then it is not asked for twice', () => {
  const { effects, view } = given(SHOWN).when(TAP);
  expect(effects).toEqual([]);
  expect(view.isOpening).toBe(true);
});

test('given a tap on its way, when the user taps again, then nothing happens', () => {
  const before = given(SHOWN, LOADED, TAP);
  expect(before.when(TAP).effects).toEqual([]);
});

test('given an account with a wallet, when the user taps Connect, then the modal opens without a payload', () => {
  const { effects } = given(...READY).when({ ...TAP, isLinked: true });
  expect(effects).toEqual([{ type: 'request-proof', request: { state: 'none' } }, { type: 'open-modal' }]);
});

test('given a tap that waits for the payload, when the account has a wallet after all, then the modal opens', () => {
  const { effects } = given(TAP, LOADED).when({ ...NOTHING_RESTORED, isLinked: true });
  expect(typesOf(effects)).toEqual(['request-proof', 'open-modal']);
});

test('given a cancelled tap, when connector and payload arrive, then no modal opens', () => {
  const cancelled = given(TAP, CANCELLED);
  expect(cancelled.when(LOADED).view.isOpening).toBe(false);
  const { effects } = cancelled.given(LOADED).when(payloadAnswered(1));
  expect(typesOf(effects)).toEqual(['request-proof', 'schedule']);
});

test('given a screen that was left, when connector and payload arrive, then no modal opens', () => {
  const left = given(TAP, LEFT);
  expect(typesOf(left.when(LOADED).effects)).toEqual(['schedule']);
  const between = given(TAP, LOADED, LEFT).when(payloadAnswered(1));
  expect(between.effects).toEqual([]);
  expect(between.view.isOpening).toBe(false);
});

test('given a screen that was left and opened again, when connector and payload arrive, then the old tap opens nothing', () => {
  const { effects } = given(TAP, LEFT, SHOWN, LOADED).when(payloadAnswered(1));
  expect(typesOf(effects)).not.toContain('open-modal');
});

test.each([
  ['offline', 'unready'],
  ['stale', 'stale'],
] as const)('given a tap, when the payload fails with %s, then the error is %s', (reason, error) => {
  const { view, effects } = given(TAP, LOADED).when(payloadFailed(1, reason));
  expect(view).toMatchObject({ error, isOpening: false });
  expect(effects).toEqual([]);
});

test('given no tap, when the payload fails, then there is no error', () => {
  expect(given(...READY).when(payloadFailed(1)).view.error).toBeNull();
});

test('given an error, when the user taps Connect, then it is gone', () => {
  const before = given(...READY, { type: 'rejected', error: 'declined' });
  expect(before.when(SHOWN).view.error).toBe('declined');
  expect(before.when(TAP).view.error).toBeNull();
});

test('given a tap, when the connector does not load, then that is an error, and the next tap loads it again', () => {
  const { view } = given(TAP).when(UNREACHABLE);
  expect(view).toMatchObject({ phase: 'disconnected', error: 'unreachable', isOpening: false });
  const again = given(TAP, UNREACHABLE).when(TAP);
  expect(again.effects).toEqual([{ type: 'load-connector' }]);
  expect(again.view.error).toBeNull();
});

test('given neither a tap nor a kept connection, when the connector does not load, then there is no error', () => {
  expect(given(SHOWN).when(UNREACHABLE).view.error).toBeNull();
  expect(given(TAP, CANCELLED).when(UNREACHABLE).view.error).toBeNull();
});

test('given an unreachable connector, when it loads, then the error is gone, but no other error', () => {
  expect(given(TAP, UNREACHABLE, SHOWN).when(LOADED).view.error).toBeNull();
  const invalid = given(TAP, LOADED, SIGNED, proofAnswered('invalid'));
  expect(invalid.when(LOADED).view.error).toBe('invalid');
});

test('given a tap, when a wallet connects before the modal opens, then no modal opens', () => {
  const { view } = given(TAP, LOADED).when(CONNECTED_SILENTLY);
  expect(view).toMatchObject({ phase: 'connected', isOpening: false });
  const { effects } = given(TAP, LOADED, CONNECTED_SILENTLY).when(payloadAnswered(1));
  expect(typesOf(effects)).not.toContain('open-modal');
});

test('given a tap, when the data are deleted, then no modal opens', () => {
  const { view } = given(TAP, LOADED).when(DELETED);
  expect(view.isOpening).toBe(false);
  expect(given(TAP, LOADED, DELETED).when(payloadAnswered(1)).effects).toEqual([]);
});

test('given a wallet that signed nothing, when the user confirms, then it disconnects and the modal opens', () => {
  const before = given(...READY, payloadAnswered(1), CONNECTED_SILENTLY);
  expect(typesOf(before.when(CONFIRM).effects)).toEqual(['disconnect', 'open-modal']);
  expect(typesOf(before.given(CONFIRM).when(DISCONNECTED).effects)).toEqual(['close-modal']);
});

test('given a refused proof, when the user confirms, then the modal waits for another payload', () => {
  const before = given(...READY, payloadAnswered(1), SIGNED, proofAnswered('invalid'), CONFIRM, DISCONNECTED);
  const { effects, view } = before.when(payloadAnswered(2, START));
  expect(typesOf(effects)).toEqual(['request-proof', 'schedule', 'open-modal']);
  expect(view).toMatchObject({ phase: 'disconnected', error: null });
});

test('when the wallet refuses to connect, then that is the error', () => {
  const { view } = given(...READY).when({ type: 'rejected', error: 'declined' });
  expect(view).toMatchObject({ phase: 'disconnected', error: 'declined' });
});

test('given an error, when a wallet connects, then the error is gone', () => {
  const { view } = given(...READY, { type: 'rejected', error: 'declined' }).when(CONNECTED_SILENTLY);
  expect(view.error).toBeNull();
});

test('given a connected wallet, when it disconnects, then nothing of it is left and an open modal closes', () => {
  const { view, effects } = given(...READY, SIGNED, proofAnswered('failed')).when(DISCONNECTED);
  expect(view).toMatchObject({ phase: 'disconnected', address: null, error: null, proof: 'none' });
  expect(typesOf(effects).slice(0, 2)).toEqual(['close-modal', 'forget-proof']);
});

test('given a connected wallet, when the user disconnects it, then it hears of that, and its proof is forgotten', () => {
  const { effects, view } = given(...READY, SIGNED).when({ type: 'disconnect-requested' });
  expect(effects).toEqual([{ type: 'disconnect' }, { type: 'forget-proof' }]);
  expect(view).toMatchObject({ phase: 'connected', address: KEPT.address, proof: 'none' });
});

test('when the modal opens and closes, then screens know', () => {
  const { view } = opened()
    .given(...READY)
    .when({ type: 'modal-opened' });
  expect(view.isModalOpen).toBe(true);
});
