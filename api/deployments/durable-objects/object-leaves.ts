/** Leaves from the objects of users, which the parts of the directory list. */
import type { DirectoryPeer } from '#api/credits/peers.ts';
import { pageOf } from '#api/proof/leaf-records.ts';
import type { AskedPage, LeafPage, LeafSource } from '#api/proof/leaf-source.ts';
import type { OwnLeaf } from '#api/proof/own-leaf.ts';
import { DIRECTORY_PARTS } from './directory.ts';

/** The call of the log to the object of a user. It creates no database for a stranger. */
export interface LeafPeer {
  leaf(day: number, newest: number | null): Promise<OwnLeaf | null>;
}

export interface ObjectLeavesDeps {
  /** @param part 0 to `DIRECTORY_PARTS - 1`. */
  readonly directory: (part: number) => Pick<DirectoryPeer, 'list'>;
  readonly user: (userId: number) => LeafPeer;
}

/** Users who are asked at once. */
const USERS = 50;
/** Pages of an alarm: with the directory's parts fewer than the 1,000 calls of an invocation. */
const PAGES = 16;

export function objectLeaves({ directory, user }: ObjectLeavesDeps): LeafSource {
  /** A page begins after a user of a part. */
  async function idsAfter(after: string | null) {
    let [part = 0, last = 0] = after?.split(' ').map(Number) ?? [];
    const ids: number[] = [];
    while (part < DIRECTORY_PARTS) {
      const found = await directory(part).list(last, USERS - ids.length);
      ids.push(...found);
      last = found.at(-1) ?? last;
      if (ids.length === USERS) return { ids, next: `${part} ${last}` };
      [part, last] = [part + 1, 0];
    }
    return { ids, next: null };
  }

  async function page({ day, secret, after, newest }: AskedPage): Promise<LeafPage> {
    const { ids, next } = await idsAfter(after);
    const leaves = await Promise.all(
      ids.map(async (userId) => ({ userId, leaf: await user(userId).leaf(day, newest) })),
    );
    const totals = leaves.flatMap(({ userId, leaf }) => (leaf === null ? [] : [{ userId, ...leaf }]));
    const common = totals.flatMap((one) => one.common ?? []);
    return {
      ...pageOf(secret, totals),
      next,
      ...(common.length === 0 ? {} : { common: Math.min(...common) }),
    };
  }

  return { isReady: () => true, pagesAtOnce: PAGES, page, memory: null };
}
