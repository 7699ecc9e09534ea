/** The cases that screens tell apart, and the errors that they show. */
import { expect, test } from 'vitest';
import {
  initialState,
  shownError,
  viewOf,
  type WalletView,
  walletStatusOf,
} from '#features/wallet/session/state.ts';
import { ADDRESS, OTHER_ADDRESS } from '#tests/features/wallet/session/scenario.ts';

const NONE = viewOf(initialState(false, null));
const CONNECTED: WalletView = { ...NONE, phase: 'connected', address: ADDRESS };

test.each<[string, WalletView, string | null]>([
  ['unknown', { ...NONE, phase: 'restoring' }, ADDRESS],
  ['none', NONE, null],
  ['away', NONE, ADDRESS],
  ['unproven', CONNECTED, null],
  ['proving', { ...CONNECTED, proof: 'kept' }, null],
  ['proving', { ...CONNECTED, proof: 'sending' }, null],
  ['linked', CONNECTED, ADDRESS.toUpperCase()],
  ['other', CONNECTED, OTHER_ADDRESS],
])('%s', (status, view, linked) => {
  expect(walletStatusOf(view, linked)).toBe(status);
});

test('an error that the screen reports elsewhere is not shown twice', () => {
  expect(
    [null, 'bound', 'cut', 'offline', 'taken'].map((error) => shownError(error as WalletView['error'])),
  ).toEqual([null, null, null, 'failed', 'taken']);
});
