/** What the reader opens: a file, a pasted text, or a scanned code. Its content may be anything. */
import { readCheckpoint } from '#core/proof/checkpoint.ts';
import { passportOf } from '#core/proof/passport-texts.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { Known } from './checks.ts';

export const MOST_BYTES = 256 * 1024;

export type Opened =
  | { readonly type: 'proof' | 'passport'; readonly text: string }
  | { readonly type: 'checkpoint'; readonly known: Known }
  | { readonly type: 'unknown' | 'tooLarge' | 'unread' | 'newer' | 'several' }
  | { readonly type: 'noCode' | 'notPicture' | 'hugePicture' };

/** Rejects with a `MissingChunkError` for a picture, if what reads codes does not arrive. */
export async function readOpened(file: Blob): Promise<Opened> {
  if (file.type.startsWith('image/')) return readPicture(file);
  if (file.size > MOST_BYTES) return { type: 'tooLarge' };
  let text: string;
  try {
    text = await file.text();
  } catch {
    // It was moved or changed since it was chosen.
    return { type: 'unread' };
  }
  return openedText(text);
}

export function openedText(text: string): Opened {
  const checkpoint = readCheckpoint(text);
  if (checkpoint !== null) return { type: 'checkpoint', known: { checkpoint, note: text } };
  return text.trimStart().startsWith('{') ? { type: 'proof', text } : openedCodes([text.trim()]);
}

/** @param texts of the codes that were seen at once */
export function openedCodes(texts: readonly string[]): Opened {
  const found = passportOf(texts);
  if (found.ok) return { type: 'passport', text: found.text };
  return {
    type: found.reason === 'no_passport' ? 'unknown' : found.reason === 'version' ? 'newer' : 'several',
  };
}

/** The checkpoint in a saved proof that holds. */
export function checkpointOfProof(text: string, checkpoint: Known['checkpoint']): Known {
  const { checkpoint: note } = JSON.parse(text) as { readonly checkpoint: string };
  return { checkpoint, note };
}

async function readPicture(file: Blob): Promise<Opened> {
  const { readPictureCodes } = await loadChunk(
    'the reader of pictures',
    () => import('#platform/scan/picture-codes.ts'),
    { patience: 10_000 },
  );
  const read = await readPictureCodes(file).catch(() => ({ ok: false, reason: 'not_a_picture' }) as const);
  if (!read.ok) return { type: read.reason === 'too_large' ? 'hugePicture' : 'notPicture' };
  return read.texts.length === 0 ? { type: 'noCode' } : openedCodes(read.texts);
}
