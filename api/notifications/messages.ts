/** What travels from the home of a user to the sender: what is to be told, and never the words, which are made when it is. */
import type { AlertCoin } from '#core/contract/settings.ts';
import type { Notice } from '#core/points/notices.ts';

export type Item =
  | { readonly kind: 'friend_joined'; readonly friend: number | null; readonly award: number | null }
  | { readonly kind: 'level_reached'; readonly level: number }
  | { readonly kind: 'badges_earned'; readonly badges: readonly string[] }
  /** A day (whole days since 1970, UTC) whose check-in is still to come. */
  | { readonly kind: 'streak_reminder'; readonly day: number }
  /** USD, decimals; `at`: when the price was read, milliseconds. */
  | {
      readonly kind: 'price_crossed';
      readonly symbol: AlertCoin;
      readonly threshold: string;
      readonly price: string;
      readonly up: boolean;
      readonly at: number;
    };

export interface Message {
  /** The same however often it is handed over, and never that of another. */
  readonly id: string;
  /** When it came to be, and from when on it may be sent, milliseconds. */
  readonly madeAt: number;
  readonly dueAt: number;
  /** How often the user's data had been deleted by then. */
  readonly generation: number;
  readonly item: Item;
}

export interface Handover {
  readonly userId: number;
  /** When the user last let the bot write, milliseconds. */
  readonly returnedAt: number;
  readonly messages: readonly Message[];
}

/** `refusedAt`: the bot was refused after the user's last return; nothing was kept. */
export type Taken = { readonly taken: true } | { readonly taken: false; readonly refusedAt: number };

/** The one that sends. Once it says that it has taken messages they are kept durably. */
export interface SenderPeer {
  take(handover: Handover): Promise<Taken>;
  /** Nothing of the user is kept any longer: they have deleted their data. */
  forget(userId: number): Promise<void>;
}

/** What becomes of a message whose turn it is. */
export type Composed =
  | { readonly type: 'send'; readonly text: string; readonly label: string; readonly url: string }
  | { readonly type: 'later'; readonly at: number }
  | { readonly type: 'drop' };

/** The home of a user, as the sender asks it. */
export interface RecipientPeer {
  compose(message: Message): Promise<Composed>;
  refused(at: number): Promise<void>;
}

/** Null where there is nothing to say. */
export function itemOf(notice: Notice): Item | null {
  if (notice.kind === 'level_reached') return { kind: notice.kind, level: notice.level };
  if (notice.kind === 'badges_earned') return { kind: notice.kind, badges: notice.badges };
  return { kind: notice.kind, friend: notice.friend, award: notice.award };
}
