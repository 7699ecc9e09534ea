/**
 * The messages between page and web worker. A question about events gets one answer, in order. A question about
 * published totals may get verdicts of links before its answer.
 */
import type { StoredEvent } from '#core/points/events.ts';
import type { LogView, ViewJudged } from '#core/proof/check-log-view.ts';
import type { PassportJudged } from '#core/proof/check-passport.ts';
import type { Link, LinkVerdict, TotalCase, TotalVerdict } from '#core/proof/check-total.ts';
import type { Shown, VerifyFault } from './check.ts';
import type { PassportCase } from './judge.ts';
import type { KnownKeys } from './known-keys.ts';

export type EventsQuestion =
  | { readonly type: 'start'; readonly userId: number }
  | { readonly type: 'take'; readonly events: readonly StoredEvent[] }
  | { readonly type: 'end'; readonly shown: Shown | null };

export type TotalQuestion =
  | { readonly type: 'total'; readonly known: KnownKeys; readonly given: TotalCase }
  | { readonly type: 'view'; readonly known: KnownKeys; readonly given: LogView }
  | { readonly type: 'passport'; readonly known: KnownKeys; readonly given: PassportCase }
  | { readonly type: 'changes'; readonly known: KnownKeys; readonly given: string };

export type VerifyQuestion = EventsQuestion | TotalQuestion;

export type VerifyReply =
  | { readonly fault: VerifyFault | null }
  | { readonly link: Link; readonly verdict: LinkVerdict }
  | { readonly judged: TotalVerdict | ViewJudged | PassportJudged | string }
  /** The check itself failed, with this message. */
  | { readonly broken: string };
