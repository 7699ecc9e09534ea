/**
 * The root of the deployment on Cloudflare, as `wrangler.toml` describes it: the edge, one object per user with their ledger, the
 * parts of the directory of users, one object per wallet, one that sends, and one for market and calendar.
 */
import { answer, refresh } from './deployments/durable-objects/front.ts';

export {
  DirectoryObject,
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
