/** The other end of a move: the machine's database, or the deployment at a URL. */
import { DeploymentUnreachable } from '../../transfer/remote.ts';
import { type Io, UNUSABLE } from './io.ts';

/** Where ledgers come from or go to. */
export interface Place {
  readonly url: string | undefined;
  readonly database: string | undefined;
}

export async function unlessUnreachable(io: Io, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DeploymentUnreachable)) throw error;
    io.err(`${error.message}. Nothing is lost: run the same command again.\n`);
    return UNUSABLE;
  }
}
