/** The questions that a ledger host asks other objects. Every call may fail, take long, or run twice. */
import type { Receipt, ReferralMessage } from './message.ts';

export interface UserPeer {
  /** UTC milliseconds; null if the user is not registered. */
  registeredAt(): Promise<number | null>;
  /** Null if nothing of the message was stored. */
  receive(message: ReferralMessage): Promise<Receipt | null>;
}

/** A part of the list of all users. */
export interface DirectoryPeer {
  /** A user who was entered stays listed. */
  enter(userId: number): Promise<void>;
  /** Users with an id above `after`, lowest first. */
  list(after: number, limit: number): Promise<readonly number[]>;
}

/** The object of one wallet. */
export interface WalletPeer {
  /** Reserves the wallet for this user; false if another user holds it. */
  reserve(userId: number): Promise<boolean>;
  /** The user it is reserved for; null if there is none. */
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
