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

/** Which leaves are asked for. Days are whole days since 1970. */
export interface AskedPage {
  readonly day: number;
  /** Of the day: 32 bytes. */
  readonly secret: Uint8Array;
  /** Where the page begins; null for the first one. */
  readonly after: string | null;
  /** The newest day of the log; null for an empty one. */
  readonly newest: number | null;
  /** Leaves that the next commit still takes: a page may hold others than so many. */
  readonly most: number;
}

export interface LeafPage {
  /** How many leaves it has, about. */
  readonly size: number;
  /** The leaves as they are kept, see `sum-nodes.ts`: of each user once, of none whose first event is later than the day. */
  readonly records: Uint8Array | Promise<Uint8Array>;
  /** Hashes of the plans that its users sealed on the day. */
  readonly seals: readonly Uint8Array[];
  /** Where the next page begins; null after the last one. */
  readonly next: string | null;
  /** The last day that a restored ledger of this page has in common with the log; absent where none was restored. */
  readonly common?: number;
}

export interface LeafSource {
  /** False while the ledgers cannot be read as a whole. */
  readonly isReady: () => boolean;
  /** May fail with a RangeError for what no ledger says, as may its records. */
  readonly page: (asked: AskedPage) => Promise<LeafPage>;
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
