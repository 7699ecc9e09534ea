import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dropDraftMirrors,
  noteStoredDraft,
  readDraftMirror,
  writeDraftMirror,
} from '#platform/draft-mirror.ts';

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

let tab: FakeStorage;
let device: FakeStorage;

beforeEach(() => {
  tab = new FakeStorage();
  device = new FakeStorage();
  vi.stubGlobal('window', { sessionStorage: tab, localStorage: device });
});
afterEach(() => vi.unstubAllGlobals());

function openNewTab(): void {
  vi.stubGlobal('window', { sessionStorage: new FakeStorage(), localStorage: device });
}

describe('copies of drafts', () => {
  it('exist for the next opening', () => {
    writeDraftMirror(1, 'staking', { amount: '5' });
    openNewTab();
    expect(readDraftMirror(1, 'staking')).toEqual({ amount: '5' });
  });

  it('belong to each tab after a reload', () => {
    writeDraftMirror(1, 'staking', 'here');
    openNewTab();
    writeDraftMirror(1, 'staking', 'there');
    vi.stubGlobal('window', { sessionStorage: tab, localStorage: device });
    expect(readDraftMirror(1, 'staking')).toBe('here');
  });

  it('distinguish unknown from known to be empty', () => {
    expect(readDraftMirror(1, 'staking')).toBeUndefined();
    noteStoredDraft(1, 'staking', null);
    expect(readDraftMirror(1, 'staking')).toBeNull();
  });

  it('are never replaced by older values of the database', () => {
    writeDraftMirror(1, 'staking', 'newer');
    noteStoredDraft(1, 'staking', 'older');
    openNewTab();
    expect(readDraftMirror(1, 'staking')).toBe('newer');
  });

  it('are dropped for one user only', () => {
    writeDraftMirror(1, 'staking', 'mine');
    writeDraftMirror(11, 'staking', "somebody else's");
    dropDraftMirrors(1);
    expect(readDraftMirror(1, 'staking')).toBeUndefined();
    expect(readDraftMirror(11, 'staking')).toBe("somebody else's");
  });

  it('work without a storage that refuses', () => {
    vi.stubGlobal('window', {
      get sessionStorage(): never {
        throw new Error('refused');
      },
      localStorage: device,
    });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(writeDraftMirror(1, 'staking', 'kept')).toBe(true);
    expect(readDraftMirror(1, 'staking')).toBe('kept');
    dropDraftMirrors(1);
    expect(readDraftMirror(1, 'staking')).toBeUndefined();
  });

  it('are dropped if a newer one finds no room', () => {
    writeDraftMirror(1, 'staking', 'older');
    device.setItem = () => {
      throw new Error('full');
    };
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(writeDraftMirror(1, 'staking', 'newer')).toBe(false);
    openNewTab();
    expect(readDraftMirror(1, 'staking')).toBeUndefined();
  });
});
