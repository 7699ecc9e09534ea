/** The other end of a move: the machine's database, or the home at a URL. */
import { HomeUnreachable } from '../../moving/remote.ts';
import { type Io, UNUSABLE } from './io.ts';

/** Where ledgers come from or go to: the machine's database, or the home at a URL. */
export interface Place {
  readonly url: string | undefined;
  readonly database: string | undefined;
}

export async function unlessUnreachable(io: Io, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HomeUnreachable)) throw error;
    io.err(`${error.message}. Nothing is lost: run the same again.\n`);
    return UNUSABLE;
  }
}
