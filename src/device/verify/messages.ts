/** The messages between page and web worker during a check. Every request gets one answer, in order. */
import type { StoredEvent } from '#core/points/events.ts';
import type { Shown, VerifyFault } from './check.ts';

export type VerifyQuestion =
  | { readonly type: 'start'; readonly userId: number }
  | { readonly type: 'take'; readonly events: readonly StoredEvent[] }
  | { readonly type: 'end'; readonly shown: Shown | null };

export type VerifyReply = { readonly fault: VerifyFault | null };
