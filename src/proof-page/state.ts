/** What the page shows, and what its parts can ask for. */
import type { Language } from '#core/languages.ts';
import type { Trusted } from '#core/proof/checkpoint.ts';
import type { Known, LogResult, SavedResult } from './checks.ts';
import type { Opened } from './opened-file.ts';
import type { Translate } from './texts.ts';

export type LogState =
  /** `unpublished`: the build pins no key. `misbuilt`: it pins something that is no key. */
  | { readonly type: 'unpublished' | 'misbuilt' | 'checking' }
  | { readonly type: 'unreachable'; readonly file: string; readonly known: Known | null }
  | (LogResult & { readonly checkedAt: number });

/** What the reader has opened. */
export type OwnState =
  | Exclude<Opened, { readonly type: 'proof' | 'passport' | 'checkpoint' }>
  | { readonly type: 'none' | 'reading' | 'uncheckable' | 'unpinned' | 'damaged' }
  | { readonly type: 'refused' | 'noCamera' | 'unloaded' | 'failed' }
  | { readonly type: 'watching'; readonly video: HTMLVideoElement; readonly stop: () => void }
  /** `known`: the checkpoint in it, if the proof holds. */
  | { readonly type: 'proof'; readonly result: SavedResult; readonly known: Known | null }
  | { readonly type: 'checkpoint'; readonly known: Known };

export interface View {
  readonly language: Language;
  readonly t: Translate;
  readonly pins: Trusted | null;
  readonly log: LogState;
  readonly own: OwnState;
  readonly checkAgain: () => void;
  readonly open: (file: Blob) => void;
  /** Reads a passport with the camera. */
  readonly scan: () => void;
}

/** Whether the log was compared with a checkpoint of the reader's, and what came of it. */
export function comparisonOf(
  log: LogState,
  known: Known,
): 'comparing' | 'sameLog' | 'otherLog' | 'notCompared' {
  if (log.type === 'checking') return 'comparing';
  if ((log.type !== 'good' && log.type !== 'fault') || log.known !== known) return 'notCompared';
  if (log.type === 'good') return 'sameLog';
  return log.error.fault === 'fork' || log.error.fault === 'shorter' ? 'otherLog' : 'notCompared';
}
