/** The connection that the phone keeps: restored when the app starts, and what can go wrong with that. */
import { expect, test } from 'vitest';
import {
  ADDRESS,
  CONNECTED_SILENTLY,
  DELETED,
  DISCONNECTED,
  given,
  LOADED,
  NOTHING_RESTORED,
  opened,
  READY,
  SHOWN,
  SIGNED,
  TAP,
  typesOf,
} from '#tests/features/wallet/session/scenario.ts';

const RESTORE = { type: 'restore-requested', isConnectionKept: true } as const;
const OVERDUE = { type: 'bridge-overdue' } as const;
const RESTORED_WALLET = CONNECTED_SILENTLY;
const CUT = { type: 'connector-missing', error: 'cut', isConnectionKept: true } as const;
const kept = opened({ isConnectionKept: true });

test('given a kept connection, when the app opens, then it is unknown whether the connection stands', () => {
  const { view, effects } = kept.when(RESTORE);
  expect(view.phase).toBe('restoring');
  expect(effects).toEqual([{ type: 'load-connector' }]);
});

test('given a connector on its way, when it is wanted again, then it is not asked for twice', () => {
  expect(kept.given(RESTORE).when(SHOWN).effects).toEqual([]);
});

test('given a kept connection, when it stands again, then the wallet is connected', () => {
  const { view, effects } = kept.given(RESTORE, LOADED).when(RESTORED_WALLET);
  expect(view).toMatchObject({ phase: 'connected', address: ADDRESS });
  expect(effects).toEqual([]);
  expect(kept.given(RESTORE, LOADED, RESTORED_WALLET).when(NOTHING_RESTORED).view.phase).toBe('connected');
});

test('given a kept connection, when it is gone, then no wallet is connected and a payload loads for the next', () => {
  const { view, effects } = kept.given(SHOWN, LOADED).when(NOTHING_RESTORED);
  expect(view.phase).toBe('disconnected');
  expect(typesOf(effects)).toEqual(['request-proof', 'load-payload']);
});

test('given a restore in progress, when the screen asks for a payload, then none loads yet', () => {
  expect(kept.given(RESTORE, LOADED).when(SHOWN).effects).toEqual([]);
});

test('given a kept connection and no server, when the connector is missing, then it stays unknown, and each retry loads', () => {
  const { view } = kept.given(RESTORE).when(CUT);
  expect(view).toMatchObject({ phase: 'restoring', error: 'cut' });
  const again = kept.given(RESTORE, CUT).when({ ...SHOWN, isConnectionKept: true });
  expect(again.effects).toEqual([{ type: 'load-connector' }]);
  expect(again.view).toMatchObject({ phase: 'restoring', error: 'cut' });
  expect(kept.given(RESTORE, CUT, SHOWN).when(LOADED).view.error).toBeNull();
});

test('given a kept connection and no list of wallets, when a retry loads, then the connection is restored again', () => {
  const unreachable = { ...CUT, error: 'unreachable' } as const;
  const { view } = kept.given(RESTORE).when(unreachable);
  expect(view).toMatchObject({ phase: 'disconnected', error: 'unreachable' });
  const again = kept.given(RESTORE, unreachable).when({ ...SHOWN, isConnectionKept: true });
  expect(again.view.phase).toBe('restoring');
});

test('given no kept connection, when the server does not answer, then no wallet is connected', () => {
  const { view } = given(TAP).when({ ...CUT, isConnectionKept: false });
  expect(view).toMatchObject({ phase: 'disconnected', error: 'cut' });
});

test('given a restored wallet, when its bridge does not answer within twelve seconds, then it is silent until it does', () => {
  const { effects } = kept.given(RESTORE).when(LOADED);
  expect(effects).toContainEqual({ type: 'schedule', afterMs: 12_000, event: OVERDUE });
  const silent = kept.given(RESTORE, LOADED, RESTORED_WALLET, OVERDUE);
  expect(silent.when(SHOWN).view.isBridgeSilent).toBe(true);
  expect(silent.when({ type: 'bridge-answered' }).view.isBridgeSilent).toBe(false);
  expect(silent.when(DISCONNECTED).view.isBridgeSilent).toBe(false);
});

test.each([
  ['the bridge has answered', [RESTORED_WALLET, { type: 'bridge-answered' }]],
  ['the wallet is still being restored', []],
  ['nothing was restored, and a wallet connects later', [NOTHING_RESTORED, SIGNED]],
  ['the restored wallet was replaced', [RESTORED_WALLET, DISCONNECTED, SIGNED]],
] as const)('given that %s, when the twelve seconds are over, then no bridge is silent', (_, events) => {
  const { view } = kept.given(RESTORE, LOADED, ...events).when(OVERDUE);
  expect(view.isBridgeSilent).toBe(false);
});

test('given a tap after the start, when the twelve seconds are over, then no bridge is silent', () => {
  const { view } = given(SHOWN, LOADED, { ...TAP, isLinked: true }, SIGNED).when(OVERDUE);
  expect(view.isBridgeSilent).toBe(false);
});

test('given a kept connection that was not loaded yet, when the data are deleted, then no wallet is expected', () => {
  const { view, effects } = kept.given(CUT).when(DELETED);
  expect(view).toMatchObject({ phase: 'disconnected', error: null });
  expect(typesOf(effects)).toEqual(['disconnect']);
});

test('given a connector on its way, when the data are deleted, then the next wallet is a new one', () => {
  const before = kept.given(RESTORE, DELETED, LOADED);
  expect(before.when(RESTORED_WALLET).view.phase).toBe('connected');
});

test('given a restore in progress, when the data are deleted, then a connection that comes of it ends at once', () => {
  const before = kept.given(RESTORE, LOADED, DELETED);
  const { view, effects } = before.when(RESTORED_WALLET);
  expect(effects).toEqual([{ type: 'disconnect' }]);
  expect(view).toMatchObject({ phase: 'disconnected', address: null });
  expect(before.when(SIGNED).view.phase).toBe('connected');
  expect(before.given(NOTHING_RESTORED).when(CONNECTED_SILENTLY).view.phase).toBe('connected');
});

test('given a connected wallet, when the data are deleted, then it disconnects', () => {
  const { effects, view } = given(...READY, CONNECTED_SILENTLY).when(DELETED);
  expect(effects).toEqual([{ type: 'disconnect' }]);
  expect(view.phase).toBe('connected');
  expect(given(...READY, CONNECTED_SILENTLY, DELETED).when(DISCONNECTED).view.phase).toBe('disconnected');
});
