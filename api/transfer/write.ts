/** Exports all ledgers of a deployment as the lines of a file, see `piece.ts`. Holds only a few pieces in memory. */
import { askOne, type Deployment } from './deployment.ts';
import { type End, type Header, MOVING_FORMAT, MOVING_VERSION } from './piece.ts';

export interface Written {
  readonly users: number;
  readonly events: number;
}

/** @param write takes one line with its line feed. @param onUser receives the counts so far. */
export async function writeLedgers(
  deployment: Deployment,
  now: number,
  write: (line: string) => void,
  onUser: (written: Written) => void = () => undefined,
): Promise<Written> {
  const { creditSecret, migrations } = await deployment.facts();
  let listed = 0;
  for await (const _ of deployment.users(0)) listed += 1;
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
  for await (const users of together(deployment.users(0))) {
    const firsts = await deployment.ask<'piece'>(
      users.map((userId) => ({ userId, ask: { type: 'piece', after: 0 } })),
    );
    for (const first of firsts) {
      if (first !== null) written.users += 1;
      for (let piece = first; piece !== null; ) {
        written.events += piece.events.length;
        write(line(piece));
        const after = piece.events.at(-1)?.seq ?? piece.head.seq;
        const { userId, head } = piece;
        piece = after < head.seq ? await askOne(deployment, userId, { type: 'piece', after }) : null;
      }
    }
    onUser(written);
  }
  const end: End = { end: true, ...written };
  write(line(end));
  return written;
}

/** First pieces held in memory at once: most are small, and none exceeds a megabyte. */
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
