/** Saves the heads of a deployment in which every ledger has its own database, and hands them back after a restore. */
import type { HeadsSaved } from '../ledger/admission.ts';
import type { SavedHead } from '../ledger/heads.ts';
import { type Deployment, MOST_ASKS } from './deployment.ts';

/** The newest event of every ledger, by user id. */
export async function* deploymentHeads(deployment: Deployment): AsyncGenerator<SavedHead> {
  let users: number[] = [];
  async function* heads(): AsyncGenerator<SavedHead> {
    const told = await deployment.ask<'standing'>(
      users.map((userId) => ({ userId, ask: { type: 'standing', seq: 1 } })),
    );
    for (const [index, userId] of users.entries()) {
      const head = told[index] ?? null;
      if (head !== null) yield { userId, seq: head.seq, hash: head.hash };
    }
    users = [];
  }
  for await (const userId of deployment.users(0)) {
    users.push(userId);
    if (users.length === MOST_ASKS) yield* heads();
  }
  if (users.length > 0) yield* heads();
}

/** Lets devices bring back every event up to these heads. Returns how many ledgers took their head; safe to repeat. */
export async function healDeployment(
  deployment: Deployment,
  heads: Iterable<SavedHead>,
): Promise<HeadsSaved> {
  let ledgers = 0;
  let behind = 0;
  let some: SavedHead[] = [];
  async function send(): Promise<void> {
    const told = await deployment.ask<'heal'>(
      some.map(({ userId, seq }) => ({ userId, ask: { type: 'heal', seq } })),
    );
    ledgers += told.filter((healed) => healed !== null).length;
    // Older deployments answer `true` and do not say whether the ledger is behind.
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
