/**
 * The root of the deployment on Cloudflare, as `wrangler.toml` describes it: the edge, one object per user with their ledger, the
 * parts of the directory of users, one object per wallet, one that sends, one for market and calendar, and one for the log of
 * published totals.
 */
import { answer, refresh } from './deployments/durable-objects/front.ts';

export {
  DirectoryObject,
  ProofObject,
  PublicObject,
  SenderObject,
  UserObject,
  WalletObject,
} from './deployments/durable-objects/classes.ts';

export default {
  fetch: answer,
  /** The cron trigger. */
  scheduled: refresh,
};
