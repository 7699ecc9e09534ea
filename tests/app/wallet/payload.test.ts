/** What the next wallet is to sign: there before it is needed, never about to age, and never signed twice. */
import { expect, test } from 'vitest';
import type { WalletAnswer } from '#data/wallet-model.ts';
import { keepPayload } from '#features/wallet/session/payload.ts';

const MINUTE = 60_000;

function keeper() {
  const handed: (string | null)[] = [];
  let now = 0;
  let asked = 0;
  let timer: { readonly at: number; readonly work: () => void } | null = null;
  const state = { isHeld: false, answer: null as WalletAnswer<string> | null };
  const payload = keepPayload({
    ask: async () => {
      asked += 1;
      return state.answer ?? { ok: true, value: `payload-${asked}` };
    },
    hand: (next) => handed.push(next),
    isHeld: () => state.isHeld,
    now: () => now,
    after(ms, work) {
      const mine = { at: now + ms, work };
      timer = mine;
      return () => {
        if (timer === mine) timer = null;
      };
    },
  });
  return {
    payload,
    state,
    handed,
    /** Lets time pass, and what is due happen. */
    async pass(ms: number) {
      now += ms;
      const due = timer;
      if (due !== null && due.at <= now) {
        timer = null;
        due.work();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
    isWaiting: () => timer !== null,
  };
}

test('it is handed over once, however often it is wanted', async () => {
  const { payload, handed } = keeper();
  await Promise.all([payload.want(), payload.want()]);
  await payload.want();
  expect(handed.filter((one) => one !== null)).toEqual(['payload-1']);
});

test('the next one comes before it ages, and not while somebody may be signing the one before', async () => {
  const { payload, handed, state, pass } = keeper();
  await payload.want();
  await pass(10 * MINUTE);
  expect(handed.at(-1)).toBe('payload-2');
  state.isHeld = true;
  await pass(12 * MINUTE);
  expect(handed.at(-1)).toBe('payload-2');
  state.isHeld = false;
  await payload.want();
  expect(handed.at(-1)).toBe('payload-3');
});

test('one that can hardly be signed in time is taken away before the next one is here', async () => {
  const { payload, handed, state, pass } = keeper();
  await payload.want();
  state.answer = { ok: false, error: 'offline' };
  await pass(10 * MINUTE);
  await payload.want();
  expect(handed.at(-1)).toBe('payload-1');
  await pass(4 * MINUTE);
  await payload.want();
  expect(handed.at(-1)).toBeNull();
});

test('what was signed is not handed over again', async () => {
  const { payload, handed } = keeper();
  await payload.want();
  payload.use();
  await payload.want();
  expect(handed).toEqual([null, 'payload-1', null, 'payload-2']);
});

test('where the server gives none there is none, until it is wanted again', async () => {
  const { payload, handed, state } = keeper();
  state.answer = { ok: false, error: 'offline' };
  await payload.want();
  expect(handed).toEqual([null]);
  state.answer = null;
  await payload.want();
  expect(handed.at(-1)).toBe('payload-2');
});

test('nobody asks for it when nobody looks', async () => {
  const { payload, pass, handed, isWaiting } = keeper();
  await payload.want();
  payload.stop();
  expect(isWaiting()).toBe(false);
  await pass(60 * MINUTE);
  expect(handed).toHaveLength(2);
});

test('whoever looks at the wallets for so long that nothing would come of it gets another one', async () => {
  const { payload, handed, state, pass } = keeper();
  await payload.want();
  state.isHeld = true;
  await pass(10 * MINUTE);
  expect(handed.at(-1)).toBe('payload-1');
  await pass(5 * MINUTE);
  expect(handed.at(-1)).toBe('payload-2');
});

test('one that comes when nobody looks any more is left alone, and the next one is asked for anew', async () => {
  const { payload, handed, isWaiting } = keeper();
  const coming = payload.want();
  payload.stop();
  expect(await coming).toBeNull();
  expect(handed).toEqual([null]);
  expect(isWaiting()).toBe(false);
  const [left] = [payload.want(), payload.stop()];
  await Promise.all([left, payload.want()]);
  expect(handed.at(-1)).toBe('payload-3');
});
