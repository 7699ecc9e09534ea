/** The way of a proof to the server: kept until the final answer, sent one at a time, and never for another wallet. */
import { expect, test } from 'vitest';
import {
  ADDRESS,
  CONNECTED_SILENTLY,
  DELETED,
  DISCONNECTED,
  given,
  KEPT,
  LOADED,
  NOTHING_RESTORED,
  OTHER_KEPT,
  opened,
  proofAnswered,
  READY,
  SHOWN,
  SIGNED,
  SIGNED_BY_OTHER,
  TAP,
  typesOf,
} from '#tests/features/wallet/session/scenario.ts';

const KEEP = { type: 'keep-proof', proof: KEPT };
const SEND = { type: 'send-proof', proof: KEPT };
const SEND_OTHER = { type: 'send-proof', proof: OTHER_KEPT };
const FORGET = { type: 'forget-proof' };
const RESTORE = { type: 'restore-requested' } as const;
const withProof = opened({ isConnectionKept: true, proof: KEPT });

test('when a wallet connects with a proof, then it is kept before it is sent', () => {
  const { effects, view } = given(...READY).when(SIGNED);
  expect(effects).toEqual([KEEP, SEND]);
  expect(view).toMatchObject({ phase: 'connected', address: ADDRESS, proof: 'sending' });
});

test('when a wallet connects without a proof, then nothing is sent', () => {
  const { effects, view } = given(...READY).when(CONNECTED_SILENTLY);
  expect(effects).toEqual([]);
  expect(view.proof).toBe('none');
});

test('given an account with a wallet, when another one signs, then its proof is not sent', () => {
  const { effects, view } = given(...READY).when({ ...SIGNED, isLinked: true });
  expect(effects).toEqual([KEEP, FORGET]);
  expect(view.proof).toBe('none');
});

test('given a proof on its way, when the server links the wallet, then the proof is forgotten', () => {
  const { effects, view } = given(...READY, SIGNED).when(proofAnswered('linked'));
  expect(effects).toEqual([FORGET]);
  expect(view).toMatchObject({ proof: 'none', error: null });
});

test.each(['invalid', 'bound', 'taken'] as const)(
  'given a proof on its way, when the server answers %s, then the proof is forgotten',
  (outcome) => {
    const { effects, view } = given(...READY, SIGNED).when(proofAnswered(outcome));
    expect(effects).toEqual([FORGET]);
    expect(view).toMatchObject({ proof: 'none', error: outcome });
  },
);

test.each(['offline', 'failed', 'reopen', 'stale'] as const)(
  'given a proof on its way, when it fails with %s, then it is kept, and sent again on the next request',
  (outcome) => {
    const { effects, view } = given(...READY, SIGNED).when(proofAnswered(outcome));
    expect(effects).toEqual([]);
    expect(view).toMatchObject({ proof: 'kept', error: outcome });
    const again = given(...READY, SIGNED, proofAnswered(outcome)).when(SHOWN);
    expect(again.effects).toEqual([SEND]);
    expect(again.view.proof).toBe('sending');
  },
);

test('given a proof on its way, when it is asked for again, then it is not sent twice', () => {
  expect(given(...READY, SIGNED).when(SHOWN).effects).toEqual([]);
  expect(given(...READY, SIGNED).when(CONNECTED_SILENTLY).effects).toEqual([]);
});

test('given an error of an earlier attempt, when the server links the wallet, then the error is gone', () => {
  const { view } = given(...READY, SIGNED, proofAnswered('failed'), SHOWN).when(proofAnswered('linked'));
  expect(view.error).toBeNull();
});

test('given a reload while a proof was on its way, when the connector has loaded, then it is sent', () => {
  expect(withProof.when(RESTORE).view.proof).toBe('kept');
  expect(withProof.given(RESTORE).when(LOADED).effects).toContainEqual(SEND);
});

test('given a reload, when the connector cannot load but the server answers, then the proof is sent all the same', () => {
  const { effects } = withProof.given(RESTORE).when({ type: 'connector-missing', error: 'unreachable' });
  expect(effects).toEqual([SEND]);
});

test('given a reload, when the server does not answer, then the proof waits for a retry', () => {
  const cut = { type: 'connector-missing', error: 'cut', isConnectionKept: true } as const;
  const { effects, view } = withProof.given(RESTORE).when(cut);
  expect(effects).toEqual([]);
  expect(view).toMatchObject({ proof: 'kept', error: 'cut' });
  expect(withProof.given(RESTORE, cut, SHOWN).when(LOADED).effects).toContainEqual(SEND);
});

test('given a kept proof, when the account has a wallet meanwhile, then it is forgotten', () => {
  const { effects, view } = withProof.given(RESTORE).when({ ...LOADED, isLinked: true });
  expect(effects).toContainEqual(FORGET);
  expect(typesOf(effects)).not.toContain('send-proof');
  expect(view.proof).toBe('none');
});

test('given a kept proof, when its wallet is restored, then it stays', () => {
  const { view } = withProof.given(RESTORE, LOADED).when(CONNECTED_SILENTLY);
  expect(view.proof).toBe('sending');
});

test('given a kept proof, when another wallet connects, then it is forgotten', () => {
  const other = { type: 'connected', address: '0:bb', proof: null } as const;
  const { effects, view } = withProof.given(RESTORE, LOADED, proofAnswered('failed')).when(other);
  expect(effects).toEqual([FORGET]);
  expect(view.proof).toBe('none');
});

test('given a proof on its way, when another wallet signs, then its proof waits for the first answer', () => {
  const { effects, view } = given(...READY, SIGNED, DISCONNECTED).when(SIGNED_BY_OTHER);
  expect(effects).toEqual([{ type: 'keep-proof', proof: OTHER_KEPT }]);
  expect(view.proof).toBe('kept');
});

test('given another wallet meanwhile, when the first wallet’s answer comes late, then only the second proof counts', () => {
  const { effects, view } = given(...READY, SIGNED, DISCONNECTED, SIGNED_BY_OTHER).when(
    proofAnswered('invalid'),
  );
  expect(effects).toEqual([SEND_OTHER]);
  expect(view).toMatchObject({ proof: 'sending', error: null });
});

test('given another wallet meanwhile, when the first wallet is linked late, then the second proof is forgotten', () => {
  const before = given(...READY, SIGNED, DISCONNECTED, SIGNED_BY_OTHER);
  const { effects } = before.when({ ...proofAnswered('linked'), isLinked: true });
  expect(effects).toEqual([FORGET]);
});

test('given a second proof of the same wallet, when the answer to the first comes late, then the second is sent', () => {
  const again = { ...KEPT, proof: { ...KEPT.proof, signature: 'YWdhaW4=' } };
  const before = given(...READY, SIGNED, DISCONNECTED, { type: 'connected', ...again });
  const { effects } = before.when(proofAnswered('failed'));
  expect(effects).toEqual([{ type: 'send-proof', proof: again }]);
});

test.each([
  ['the user disconnects', { type: 'disconnect-requested' }],
  ['the wallet disconnects', DISCONNECTED],
  ['the data are deleted', DELETED],
] as const)(
  'given a proof on its way, when %s, then it is forgotten and its late answer changes nothing',
  (_, event) => {
    const ended = given(...READY, SIGNED).when(event);
    expect(ended.effects).toContainEqual(FORGET);
    expect(ended.view.proof).toBe('none');
    const late = given(...READY, SIGNED, event).when(proofAnswered('invalid'));
    expect(late.effects).toEqual([]);
    expect(late.view.error).toBeNull();
  },
);

test('given a kept proof and no connection, when the user connects, then the proof is sent', () => {
  const before = opened({ proof: KEPT }).given(TAP);
  expect(before.when(LOADED).effects).toContainEqual(SEND);
  expect(before.given(LOADED).when(NOTHING_RESTORED).view.proof).toBe('sending');
});
