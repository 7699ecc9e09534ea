import { describe, expect, it } from 'vitest';
import { openDraft, PATIENCE_MS, PAUSE_MS } from '#features/calculators/shared/draft.ts';

/** A device and a tab, and a clock that the test advances. */
function setUp(mirrored?: unknown, isRefused = false) {
  const saved: unknown[] = [];
  const copies = new Map<string, unknown>(mirrored === undefined ? [] : [['1:form', mirrored]]);
  let answer: (stored: unknown) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  let alarm: { ms: number; run: () => void } | null = null;
  const draft = openDraft<string>({
    device: {
      userId: 1,
      readDraft: <T>() =>
        new Promise<T | null>((resolve, reject) => {
          answer = (stored) => resolve(stored as T | null);
          fail = reject;
        }),
      saveDraft: async (_key, value) => void saved.push(value),
    },
    key: 'form',
    mirror: {
      read: (userId, key) => copies.get(`${userId}:${key}`),
      write(userId, key, value) {
        if (!isRefused) copies.set(`${userId}:${key}`, value);
        return !isRefused;
      },
      note: (userId, key, stored) => void copies.set(`${userId}:${key}`, stored),
    },
    clock: {
      now: () => 0,
      after(ms, run) {
        alarm = { ms, run };
        return () => {
          alarm = null;
        };
      },
    },
    read: (stored) => (typeof stored === 'string' ? stored : null),
    initial: () => 'empty',
  });
  const shown: (string | undefined)[] = [];
  const end = draft.subscribe(() => shown.push(draft.current()));
  return {
    draft,
    end,
    saved,
    copies,
    shown,
    answer: async (stored: unknown) => {
      answer(stored);
      await Promise.resolve();
    },
    fail: async () => {
      fail(new Error('lost'));
      await Promise.resolve();
    },
    patienceEnds() {
      expect(alarm?.ms).toBe(PATIENCE_MS);
      alarm?.run();
    },
    isWaiting: () => alarm !== null,
    pauseBegins() {
      expect(alarm?.ms).toBe(PAUSE_MS);
      alarm?.run();
    },
  };
}

it('is settled once no stored draft can replace it', async () => {
  expect(setUp('copied').draft.isSettled()).toBe(true);
  const late = setUp();
  late.patienceEnds();
  expect([late.draft.current(), late.draft.isSettled()]).toEqual(['empty', false]);
  await late.answer('stored');
  expect([late.draft.current(), late.draft.isSettled()]).toEqual(['stored', true]);
  const typed = setUp();
  typed.patienceEnds();
  typed.draft.update(() => 'typed');
  expect(typed.draft.isSettled()).toBe(true);
  const none = setUp();
  none.patienceEnds();
  await none.answer(null);
  expect([none.draft.isSettled(), none.shown]).toEqual([true, ['empty', 'empty']]);
});

describe('a draft', () => {
  it('is read from the tab at once', () => {
    const { draft, isWaiting } = setUp('typed');
    expect(draft.current()).toBe('typed');
    expect(isWaiting()).toBe(false);
  });

  it('starts empty at once if the device is known to have none', () => {
    const { draft, isWaiting } = setUp(null);
    expect(draft.current()).toBe('empty');
    expect(isWaiting()).toBe(false);
  });

  it.each(['kept', null])(
    "copies the device's value (%j) into the tab, so that the next opening need not wait",
    async (stored) => {
      const { answer, copies } = setUp();
      await answer(stored);
      expect(copies.get('1:form')).toBe(stored);
    },
  );

  it('makes no copy if the device fails or the user types before it answers', async () => {
    const failed = setUp();
    await failed.fail();
    expect(failed.copies.has('1:form')).toBe(false);
    const typed = setUp();
    typed.patienceEnds();
    typed.draft.update(() => 'typed');
    await typed.answer('kept');
    expect(typed.copies.get('1:form')).toBe('typed');
  });

  it('comes from the device if the tab has nothing usable', async () => {
    const { draft, answer, isWaiting } = setUp(5);
    expect(draft.current()).toBeUndefined();
    await answer('kept');
    expect(draft.current()).toBe('kept');
    expect(isWaiting()).toBe(false);
  });

  it.each([null, 5])('starts empty from %j', async (stored) => {
    const { draft, answer } = setUp();
    await answer(stored);
    expect(draft.current()).toBe('empty');
  });

  it('starts empty if the device fails', async () => {
    const { draft, fail } = setUp();
    await fail();
    expect(draft.current()).toBe('empty');
  });

  it('is in the tab when a change returns, and goes to the device in the next pause', async () => {
    const { draft, answer, saved, copies, shown, pauseBegins } = setUp();
    await answer(null);
    draft.update((before) => `${before}1`);
    draft.update((before) => `${before}2`);
    expect(copies.get('1:form')).toBe('empty12');
    expect(shown).toEqual(['empty', 'empty1', 'empty12']);
    expect(saved).toEqual([]);
    pauseBegins();
    expect(saved).toEqual(['empty12']);
  });

  it('goes to the device at once where the tab refuses its copy', () => {
    const { draft, saved } = setUp(null, true);
    draft.update(() => 'typed');
    expect(saved).toEqual(['typed']);
  });

  it('goes to the device at once where its screen has ended', async () => {
    const { draft, end, saved, isWaiting } = setUp(null);
    end();
    draft.update(() => 'late');
    expect(saved).toEqual(['late']);
    expect(isWaiting()).toBe(false);
  });

  it('is not written where its copy was deleted with the data of the user', () => {
    const { draft, saved, copies } = setUp(null);
    draft.update(() => 'typed');
    copies.clear();
    draft.flush();
    expect(saved).toEqual([]);
  });

  it('is written once, at once where it ends before the pause', async () => {
    const { draft, answer, saved, isWaiting } = setUp();
    await answer(null);
    draft.flush();
    draft.update(() => 'typed');
    draft.flush();
    draft.flush();
    expect(saved).toEqual(['typed']);
    expect(isWaiting()).toBe(false);
  });

  it('writes nothing without a change', async () => {
    const { draft, answer, saved } = setUp();
    await answer('kept');
    draft.update((before) => before);
    expect(saved).toEqual([]);
  });

  it('stops waiting after a while, and accepts a late value if the user has not typed', async () => {
    const { draft, answer, patienceEnds } = setUp();
    patienceEnds();
    expect(draft.current()).toBe('empty');
    await answer('kept');
    expect(draft.current()).toBe('kept');
  });

  it('never overwrites typed input', async () => {
    const { draft, answer, patienceEnds, pauseBegins, saved } = setUp();
    patienceEnds();
    draft.update(() => 'typed');
    await answer('kept');
    expect(draft.current()).toBe('typed');
    pauseBegins();
    expect(saved).toEqual(['typed']);
  });
});
