/** The messages from ledger hosts to the sender: only what happened. The text is made at send time. */

import type { KnownEvent } from '#core/event-reminder.ts';
import type { Notice } from '#core/points/notices.ts';
import type { Crossing } from '../price-alerts/peers.ts';

export type Item =
  | { readonly kind: 'friend_joined'; readonly friend: number | null; readonly award: number | null }
  | { readonly kind: 'level_reached'; readonly level: number }
  | { readonly kind: 'badges_earned'; readonly badges: readonly string[] }
  /** A day (whole days since 1970, UTC) without a check-in so far. */
  | { readonly kind: 'streak_reminder'; readonly day: number }
  | ({ readonly kind: 'price_crossed' } & Omit<Crossing, 'userId'>)
  /** `setAt`: when the user set the reminder. `isSample`: the event is invented. */
  | {
      readonly kind: 'event_soon';
      readonly event: KnownEvent;
      readonly setAt: number;
      readonly isSample: boolean;
    };

export interface PendingNotification {
  /** Unique, and the same at every hand-over. */
  readonly id: string;
  /** When it was created, and the earliest moment to send it, milliseconds. */
  readonly madeAt: number;
  readonly dueAt: number;
  /** How often the user's data had been deleted at that time. */
  readonly generation: number;
  readonly item: Item;
}

export interface Handover {
  readonly userId: number;
  /** When the user last allowed the bot to write, milliseconds. */
  readonly returnedAt: number;
  readonly messages: readonly PendingNotification[];
}

/** `refusedAt`: the bot was refused after the user's last return; nothing was stored. */
export type Taken = { readonly taken: true } | { readonly taken: false; readonly refusedAt: number };

/** The sender. Messages that it has taken are stored durably. */
export interface SenderPeer {
  take(handover: Handover): Promise<Taken>;
  /** Removes everything about a user who has deleted their data. */
  forget(userId: number): Promise<void>;
}

/** The outcome for a message whose turn it is. */
export type Composed =
  | { readonly type: 'send'; readonly text: string; readonly label: string; readonly url: string }
  | { readonly type: 'later'; readonly at: number }
  | { readonly type: 'drop' };

/** The user's ledger host, as the sender calls it. */
export interface RecipientPeer {
  compose(message: PendingNotification): Promise<Composed>;
  refused(at: number): Promise<void>;
}

/** Null if the notice causes no message. */
export function itemOf(notice: Notice): Item | null {
  if (notice.kind === 'level_reached') return { kind: notice.kind, level: notice.level };
  if (notice.kind === 'badges_earned') return { kind: notice.kind, badges: notice.badges };
  return { kind: notice.kind, friend: notice.friend, award: notice.award };
}
