/** Limits downloads: few at a time per user, each with a small part of its file in memory. */

/** Downloads at a time per user: one in each of two tabs. */
const MOST_AT_ONCE = 2;
/** A download whose reader took no piece for this long counts as ended, milliseconds. */
const FORGOTTEN_MS = 120_000;
/** From this many downloading users on, each new download first drops those that count as ended. */
const MOST_USERS = 1_000;
/** About the length of a piece. An unread download keeps two or three pieces in memory. */
const PIECE_LETTERS = 64 * 1024;

export interface Downloads {
  /** Streams the lines, piece by piece as the reader takes them. Null if the user already has the most downloads allowed. */
  start(userId: number, lines: Generator<string>): ReadableStream<Uint8Array> | null;
  /** Seconds until a refused user may try again. */
  readonly retryAfterS: number;
}

export function createDownloads(clock: { now(): number }): Downloads {
  /** By user, when the reader of each download last took a piece. Holds only users with downloads. */
  const underWay = new Map<number, Set<{ takenAt: number }>>();

  function liveOf(userId: number): Set<{ takenAt: number }> {
    const live = underWay.get(userId) ?? new Set();
    for (const one of live) if (clock.now() - one.takenAt > FORGOTTEN_MS) live.delete(one);
    return live;
  }

  /** A runtime may drop a stream without cancelling it; its user would stay in the map. */
  function forget(): void {
    for (const userId of [...underWay.keys()]) if (liveOf(userId).size === 0) underWay.delete(userId);
  }

  return {
    retryAfterS: 30,
    start(userId, lines) {
      if (underWay.size >= MOST_USERS) forget();
      const live = liveOf(userId);
      if (live.size >= MOST_AT_ONCE) return null;
      const own = { takenAt: clock.now() };
      underWay.set(userId, live.add(own));
      const end = () => {
        live.delete(own);
        if (live.size === 0 && underWay.get(userId) === live) underWay.delete(userId);
      };
      const encoder = new TextEncoder();
      return new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            own.takenAt = clock.now();
            const piece = nextPiece(lines, end);
            if (piece === '') controller.close();
            else controller.enqueue(encoder.encode(piece));
          },
          cancel() {
            end();
            lines.return(undefined);
          },
        },
        // Make no piece before the reader asks for it.
        { highWaterMark: 0 },
      );
    },
  };
}

/** The next piece; empty at the end. */
function nextPiece(lines: Generator<string>, end: () => void): string {
  let piece = '';
  try {
    while (piece.length < PIECE_LETTERS) {
      const next = lines.next();
      if (next.done === true) break;
      piece += next.value;
    }
  } catch (cause) {
    end();
    throw cause;
  }
  if (piece === '') end();
  return piece;
}
