/** Downloads under way: few per user, each with a small part of the file in memory. */

/** Two tabs may download at once; more is no person. */
const MOST_AT_ONCE = 2;
/** A download of which nothing was taken for so long has ended without a word, milliseconds. */
const FORGOTTEN_MS = 120_000;
/** With so many users downloading, those whose downloads have ended are looked for. */
const MOST_USERS = 1_000;
/** Text is handed over in pieces of about this length. What nobody reads stays in memory two or three pieces long. */
const PIECE_LETTERS = 64 * 1024;

export interface Downloads {
  /**
   * The lines as a stream, of which a piece is made whenever the last one was taken. Null where the user has as many
   * downloads under way as they may.
   */
  start(userId: number, lines: Generator<string>): ReadableStream<Uint8Array> | null;
  /** After how many seconds a user who was refused may try again. */
  readonly retryAfterS: number;
}

export function createDownloads(clock: { now(): number }): Downloads {
  /** By user, when something was last taken of each of their downloads. Only users with downloads are in it. */
  const underWay = new Map<number, Set<{ takenAt: number }>>();

  function liveOf(userId: number): Set<{ takenAt: number }> {
    const live = underWay.get(userId) ?? new Set();
    for (const one of live) if (clock.now() - one.takenAt > FORGOTTEN_MS) live.delete(one);
    return live;
  }

  /** A runtime may end a stream without a word: its user would stay in the map. */
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
        // Nothing is made ahead of its reader.
        { highWaterMark: 0 },
      );
    },
  };
}

/** Empty where nothing is left. */
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
