/** Half-filled forms: any JSON value under a key. */
import type { Store } from './port.ts';

export async function readDraft(store: Store, key: string): Promise<unknown> {
  return (await store.read(['drafts'], (reading) => reading.get('drafts', key)))?.value ?? null;
}

export function writeDraft(store: Store, key: string, value: unknown): Promise<void> {
  return store.write(['drafts'], (writing) =>
    value === null || value === undefined
      ? writing.remove('drafts', [key])
      : writing.put('drafts', [{ key, value }]),
  );
}
