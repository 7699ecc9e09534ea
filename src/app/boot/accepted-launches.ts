/**
 * Launch data in a plain browser. A link can carry the data of another account, or unsigned data that name any user, so
 * the app opens there only with data that the user has confirmed and the server has accepted. Only hashes of them are
 * stored.
 */
import type { Launch } from '#platform/telegram/launch.ts';

type Kept = Pick<Storage, 'getItem' | 'setItem'> | null;

/** The newest launches of a user; for older ones the question shows again. */
const MOST_KEPT = 5;

/** Whether the user has confirmed this launch here and the server has accepted it. */
export async function isAccepted(storage: Kept, launch: Launch): Promise<boolean> {
  const hash = await hashOf(launch.data);
  return hash !== null && acceptedIn(storage, launch).includes(hash);
}

export async function keepAccepted(storage: Kept, launch: Launch): Promise<void> {
  const hash = await hashOf(launch.data);
  if (hash === null) return;
  const kept = [...acceptedIn(storage, launch).filter((one) => one !== hash), hash].slice(-MOST_KEPT);
  try {
    storage?.setItem(keyOf(launch), JSON.stringify(kept));
  } catch (error) {
    console.warn('cannot save the confirmed launch; the question will show again', error);
  }
}

function keyOf(launch: Launch): string {
  return `irich:${launch.user?.id}:accepted`;
}

function acceptedIn(storage: Kept, launch: Launch): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(keyOf(launch)) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Null on an insecure page: the question then shows on every opening. */
async function hashOf(text: string): Promise<string | null> {
  const { subtle } = globalThis.crypto;
  if (subtle === undefined) return null;
  const hash = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
