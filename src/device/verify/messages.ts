/**
 * The messages between page and web worker. A question about events gets one answer, in order. A question about
 * published totals may get verdicts of links before its answer.
 */
import type { StoredEvent } from '#core/points/events.ts';
import type { LogView, ViewJudged } from '#core/proof/check-log-view.ts';
import type { PassportJudged } from '#core/proof/check-passport.ts';
import type { Link, LinkVerdict, TotalCase, TotalVerdict } from '#core/proof/check-total.ts';
import type { PinTexts } from '#core/proof/pins.ts';
import type { Shown, VerifyFault } from './check.ts';
import type { PassportCase } from './judge.ts';

export type EventsQuestion =
  | { readonly type: 'start'; readonly userId: number }
  | { readonly type: 'take'; readonly events: readonly StoredEvent[] }
  | { readonly type: 'end'; readonly shown: Shown | null };

export type TotalQuestion =
  | { readonly type: 'total'; readonly pins: PinTexts; readonly given: TotalCase }
  | { readonly type: 'view'; readonly pins: PinTexts; readonly given: LogView }
  | { readonly type: 'passport'; readonly pins: PinTexts; readonly given: PassportCase };

export type VerifyQuestion = EventsQuestion | TotalQuestion;

export type VerifyReply =
  | { readonly fault: VerifyFault | null }
  | { readonly link: Link; readonly verdict: LinkVerdict }
  | { readonly judged: TotalVerdict | ViewJudged | PassportJudged }
  /** The check itself failed, with this message. */
  | { readonly broken: string };
