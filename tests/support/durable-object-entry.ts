/** The entry that workerd starts for tests: the real Cloudflare entry, and an object with only a database. */
import { DurableObject } from 'cloudflare:workers';

export {
  DirectoryObject,
  default,
  ProofObject,
  PublicObject,
  SenderObject,
  UserObject,
  WalletObject,
} from '#api/cloudflare.ts';

export class TestObject extends DurableObject {}
