/** Saved heads of a home in which every ledger has a database of its own: read to be saved, and handed back after a restore. */
import type { HeadsSaved } from '../ledger/admission.ts';
import type { SavedHead } from '../ledger/heads.ts';
import { type Home, MOST_ASKS } from './home.ts';

/** The newest event of every ledger, by user id. */
export async function* headsOfHome(home: Home): AsyncGenerator<SavedHead> {
  let users: number[] = [];
  async function* heads(): AsyncGenerator<SavedHead> {
    const told = await home.ask<'standing'>(
      users.map((userId) => ({ userId, ask: { type: 'standing', seq: 1 } })),
    );
    for (const [index, userId] of users.entries()) {
      const head = told[index] ?? null;
      if (head !== null) yield { userId, seq: head.seq, hash: head.hash };
    }
    users = [];
  }
  for await (const userId of home.users(0)) {
    users.push(userId);
    if (users.length === MOST_ASKS) yield* heads();
  }
  if (users.length > 0) yield* heads();
}

/** Lets devices bring back everything up to these heads. Returns how many ledgers took theirs; done again it changes nothing. */
export async function healHome(home: Home, heads: Iterable<SavedHead>): Promise<HeadsSaved> {
  let ledgers = 0;
  let behind = 0;
  let some: SavedHead[] = [];
  async function send(): Promise<void> {
    const told = await home.ask<'heal'>(
      some.map(({ userId, seq }) => ({ userId, ask: { type: 'heal', seq } })),
    );
    ledgers += told.filter((healed) => healed !== null).length;
    // A home of an earlier version answers `true`, and does not tell.
    behind += told.filter((healed) => healed?.isBehind === true).length;
    some = [];
  }
  for (const head of heads) {
    some.push(head);
    if (some.length === MOST_ASKS) await send();
  }
  if (some.length > 0) await send();
  return { ledgers, behind };
}
