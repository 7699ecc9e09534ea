/** What a file holds that the reader opens. Its content may be anything. */
import { readCheckpoint } from '#core/proof/checkpoint.ts';
import type { Known } from './checks.ts';

export const MOST_BYTES = 256 * 1024;

export type Opened =
  | { readonly type: 'proof'; readonly text: string }
  | { readonly type: 'checkpoint'; readonly known: Known }
  | { readonly type: 'unknown' | 'tooLarge' | 'unread' };

export async function readOpened(file: Blob): Promise<Opened> {
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
  return text.trimStart().startsWith('{') ? { type: 'proof', text } : { type: 'unknown' };
}

/** The checkpoint in a saved proof that holds. */
export function checkpointOfProof(text: string, checkpoint: Known['checkpoint']): Known {
  const { checkpoint: note } = JSON.parse(text) as { readonly checkpoint: string };
  return { checkpoint, note };
}
