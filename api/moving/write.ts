/** Writes all ledgers of a home as the lines of a file, see `piece.ts`. Holds a few pieces at a time. */
import { askOne, type Home } from './home.ts';
import { type End, type Header, MOVING_FORMAT, MOVING_VERSION } from './piece.ts';

export interface Written {
  readonly users: number;
  readonly events: number;
}

/** @param write takes one line with its line feed. @param onUser is told how far it has come. */
export async function writeLedgers(
  home: Home,
  now: number,
  write: (line: string) => void,
  onUser: (written: Written) => void = () => undefined,
): Promise<Written> {
  const { creditSecret, migrations } = await home.facts();
  let listed = 0;
  for await (const _ of home.users(0)) listed += 1;
  const header: Header = {
    format: MOVING_FORMAT,
    version: MOVING_VERSION,
    creditSecret,
    exportedAt: now,
    migrations: [...migrations],
    users: listed,
  };
  write(line(header));
  const written = { users: 0, events: 0 };
  for await (const users of together(home.users(0))) {
    const firsts = await home.ask<'piece'>(
      users.map((userId) => ({ userId, ask: { type: 'piece', after: 0 } })),
    );
    for (const first of firsts) {
      if (first !== null) written.users += 1;
      for (let piece = first; piece !== null; ) {
        written.events += piece.events.length;
        write(line(piece));
        const after = piece.events.at(-1)?.seq ?? piece.head.seq;
        const { userId, head } = piece;
        piece = after < head.seq ? await askOne(home, userId, { type: 'piece', after }) : null;
      }
    }
    onUser(written);
  }
  const end: End = { end: true, ...written };
  write(line(end));
  return written;
}

/** First pieces that are held at once: most are small, none is over a megabyte. */
const TOGETHER = 16;

async function* together(users: AsyncIterable<number>): AsyncGenerator<readonly number[]> {
  let some: number[] = [];
  for await (const userId of users) {
    some.push(userId);
    if (some.length < TOGETHER) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
