/** Where the publisher gets the leaves of a day: from a database of all ledgers, or from the object of each user. */

/** What a user's ledger says at the end of a day. */
export interface UserTotal {
  readonly userId: number;
  /** Thousandths of an iRICH, never negative. */
  readonly total: number;
  /** Of the last event received before the day ended. */
  readonly seq: number;
  /** Hash of that event, 64 hex digits. */
  readonly head: string;
  /** Hashes of the plans that the user sealed on that day, 32 bytes each. */
  readonly seals: readonly Uint8Array[];
}

export interface LeafPage {
  /** Each user once; none whose first event is later than the day. */
  readonly totals: readonly UserTotal[];
  /** Where the next page begins; null after the last one. */
  readonly next: string | null;
  /** The last day that a restored ledger of this page has in common with the log; absent where none was restored. */
  readonly common?: number;
}

export interface LeafSource {
  /** False while the ledgers cannot be read as a whole. */
  readonly isReady: () => boolean;
  /** @param newest the newest day of the log, null for an empty one. */
  readonly page: (day: number, after: string | null, newest: number | null) => Promise<LeafPage>;
  /** Pages that are kept in one commit. */
  readonly pagesAtOnce: number;
  /** Null where each ledger has a memory of its own, and `page` tells. */
  readonly memory: LedgerMemory | null;
}

/** What a database of all ledgers remembers of the log, and a backup of it takes along. */
export interface LedgerMemory {
  readonly told: () => Remembered | null;
  /** A day is being built under this name. */
  readonly begin: (build: string) => void;
  /** The day's entry is about to be published. False if the ledgers were replaced since the build began: nothing is written. */
  readonly remember: (build: string, day: number, entry: string) => boolean;
  /** See `marks.ts`; 0 before the first. */
  readonly mark: () => number;
  readonly setMark: (mark: number) => void;
  /** Another number whenever this process has written to the ledgers. */
  readonly changes: () => number;
}

export interface Remembered {
  readonly build: string;
  /** The last published day, or the one that is about to be; null before the first. */
  readonly day: number | null;
  readonly entry: string | null;
}
