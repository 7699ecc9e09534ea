import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recoverMirroredEdits } from '#app/boot/recover-edits.ts';
import type { LostEdit } from '#device/model.ts';
import { dropDraftMirrors } from '#platform/draft-mirror.ts';
import { editKeeper } from '#platform/edit-keeper.ts';
import { type MirroredEdit, mirrorEdit, readEditMirrors } from '#platform/edit-mirror.ts';

type Change = Partial<Readonly<Record<'note' | 'result', string>>>;

/** Storage as browsers have it: its names are its own properties. */
class FakeStorage {
  getItem(name: string): string | null {
    return Object.getOwnPropertyDescriptor(this, name)?.value ?? null;
  }
  setItem(name: string, text: string): void {
    Object.defineProperty(this, name, { value: text, enumerable: true, configurable: true, writable: true });
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

let storage: FakeStorage;
beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal('window', { sessionStorage: new FakeStorage(), localStorage: storage });
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A keeper of the record r1, whose writes end when the test says so. */
function slow() {
  const written: Change[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const failures: unknown[] = [];
  let now = 100;
  const keeper = editKeeper<Change>({
    userId: 1,
    subject: 'r1',
    clock: { now: () => now++ },
    write: (change) => {
      written.push(change);
      return new Promise((resolve, reject) =>
        ends.push((error) => (error === undefined ? resolve() : reject(error))),
      );
    },
    onFail: (error) => failures.push(error),
  });
  return { keeper, written, ends, failures };
}

describe('a keeper of edits', () => {
  it('writes at once, one at a time, and what came meanwhile together', async () => {
    const { keeper, written, ends } = slow();
    keeper.keep({ result: 'won' });
    keeper.keep({ note: 'a' });
    keeper.keep({ note: 'ab' });
    expect(written).toEqual([{ result: 'won' }]);
    ends[0]?.();
    await expect.poll(() => written).toHaveLength(2);
    expect(written[1]).toEqual({ note: 'ab' });
    ends[1]?.();
    await keeper.settled();
    keeper.keep({ note: '' });
    expect(written[2]).toEqual({ note: '' });
  });

  it('is settled once everything is written', async () => {
    const { keeper, ends } = slow();
    await keeper.settled();
    keeper.keep({ note: 'a' });
    keeper.keep({ note: 'ab' });
    const settled = vi.fn();
    void keeper.settled().then(settled);
    ends[0]?.();
    await expect.poll(() => ends).toHaveLength(2);
    expect(settled).not.toHaveBeenCalled();
    ends[1]?.();
    await expect.poll(() => settled.mock.calls).toHaveLength(1);
  });

  it('has a copy of what is not written yet, and none of the rest', async () => {
    const { keeper, ends } = slow();
    keeper.keep({ result: 'won' });
    keeper.keep({ note: 'a' });
    expect(readEditMirrors(1)).toEqual([{ subject: 'r1', change: { result: 'won', note: 'a' }, at: 101 }]);
    expect(readEditMirrors(2)).toEqual([]);
    ends[0]?.();
    await expect.poll(() => ends).toHaveLength(2);
    keeper.keep({ note: 'ab' });
    expect(readEditMirrors(1)).toEqual([{ subject: 'r1', change: { note: 'ab' }, at: 102 }]);
    ends[1]?.();
    await expect.poll(() => ends).toHaveLength(3);
    ends[2]?.();
    await keeper.settled();
    expect(readEditMirrors(1)).toEqual([]);
  });

  it('leaves the copy of another tab', async () => {
    const { keeper, ends } = slow();
    keeper.keep({ note: 'a' });
    const theirs: MirroredEdit = { subject: 'r1', change: { note: 'b' }, at: 500 };
    mirrorEdit(1, theirs);
    ends[0]?.();
    await keeper.settled();
    expect(readEditMirrors(1)).toEqual([theirs]);
  });

  it('reports a failure, keeps the copy, and still keeps what follows', async () => {
    const { keeper, ends, failures, written } = slow();
    keeper.keep({ note: 'a' });
    ends[0]?.(new Error('full'));
    await keeper.settled();
    expect(failures).toEqual([new Error('full')]);
    expect(readEditMirrors(1)).toMatchObject([{ change: { note: 'a' } }]);
    keeper.keep({ note: 'ab' });
    ends[1]?.();
    await keeper.settled();
    expect(written).toEqual([{ note: 'a' }, { note: 'ab' }]);
    expect(readEditMirrors(1)).toEqual([]);
  });

  it('works where the browser refuses storage', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.stubGlobal('localStorage', undefined);
    const { keeper, written } = slow();
    keeper.keep({ note: 'a' });
    expect([written, readEditMirrors(1)]).toEqual([[{ note: 'a' }], []]);
  });
});

describe('the next start', () => {
  const lost: MirroredEdit = { subject: 'r1', change: { note: 'a' }, at: 5 };

  it('hands over what a reload cut off, and then forgets it', async () => {
    mirrorEdit(1, lost);
    mirrorEdit(2, lost);
    const recovered: LostEdit[] = [];
    recoverMirroredEdits({ userId: 1, recoverEdits: async (edit) => void recovered.push(edit) });
    await expect.poll(() => readEditMirrors(1)).toEqual([]);
    expect(recovered).toEqual([lost]);
    expect(readEditMirrors(2)).toEqual([lost]);
  });

  it('keeps it if it still cannot be kept', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    mirrorEdit(1, lost);
    recoverMirroredEdits({ userId: 1, recoverEdits: () => Promise.reject(new Error('full')) });
    await expect.poll(() => errors.mock.calls).toHaveLength(1);
    expect(readEditMirrors(1)).toEqual([lost]);
  });

  it.each([
    '',
    '7',
    'null',
    '{',
    '{"change":null,"at":1}',
    '{"change":{"note":5},"at":1}',
    '{"change":{},"at":"x"}',
  ])('drops a damaged copy: %s', (text) => {
    storage.setItem('irich:1:draft:edit:r1', text);
    expect(readEditMirrors(1)).toEqual([]);
    expect(storage.getItem('irich:1:draft:edit:r1')).toBeNull();
  });

  it('has none of deleted data', () => {
    mirrorEdit(1, lost);
    dropDraftMirrors(1);
    expect(readEditMirrors(1)).toEqual([]);
  });
});
