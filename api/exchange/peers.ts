/** What the home of one ledger may ask of others. Every call may fail, take long, or be made twice. */
import type { Message, Receipt } from './message.ts';

export interface UserPeer {
  /** UTC milliseconds; null for a stranger. */
  registeredAt(): Promise<number | null>;
  /** Null where nothing of the message was kept. */
  receive(message: Message): Promise<Receipt | null>;
}

/** A part of the list of all users. */
export interface DirectoryPeer {
  /** Once entered, a user stays. */
  enter(userId: number): Promise<void>;
  /** Users with an id above `after`, lowest first. */
  list(after: number, limit: number): Promise<readonly number[]>;
}

/** The object of one wallet. */
export interface WalletPeer {
  /** Keeps it for this user; false where another holds it. */
  reserve(userId: number): Promise<boolean>;
  /** For whom it is kept; null for nobody. */
  holder(): Promise<number | null>;
}

export interface Peers {
  user(userId: number): UserPeer;
  /** The part that lists this user. */
  directory(userId: number): DirectoryPeer;
  /** By the keyed hash of its address. */
  wallet(name: string): WalletPeer;
  onFault(message: string, cause: unknown): void;
}
