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

export type EventsQuestion =
  | { readonly type: 'start'; readonly userId: number }
  | { readonly type: 'take'; readonly events: readonly StoredEvent[] }
  | { readonly type: 'end'; readonly shown: Shown | null };

/** The keys of the log that this phone trusts. */
export interface KnownKeys extends PinTexts {
  /** Changes of the log's key as the log publishes them, once they were found right; empty without any. */
  readonly changes: string;
}

/** What is asked of published totals. */
export interface Cases {
  /** The five checks. */
  readonly total: TotalCase;
  /** Checkpoints of the log, to be compared. */
  readonly view: LogView;
  /** A passport's text, or the saved proof of which one is made. */
  readonly passport: { readonly text: string } | { readonly proof: string };
  /** Changes of the log's key, as the log shows them now: whether they lead to a new one. */
  readonly changes: string;
}

export interface Judged {
  readonly total: TotalVerdict;
  readonly view: ViewJudged;
  readonly passport: PassportJudged;
  readonly changes: boolean;
}

export interface TotalQuestion<Type extends keyof Cases = keyof Cases> {
  readonly type: Type;
  readonly known: KnownKeys;
  readonly given: Cases[Type];
}

export type VerifyQuestion = EventsQuestion | TotalQuestion;

export type VerifyReply =
  | { readonly fault: VerifyFault | null }
  | { readonly link: Link; readonly verdict: LinkVerdict }
  | { readonly judged: Judged[keyof Judged] }
  /** The check itself failed, with this message. */
  | { readonly broken: string };
