/** The entry that workerd starts for tests: the home on Cloudflare as it is, and an object that keeps nothing but a database. */
import { DurableObject } from 'cloudflare:workers';

export {
  DirectoryObject,
  default,
  PublicObject,
  SenderObject,
  UserObject,
  WalletObject,
} from '#api/cloudflare.ts';

export class TestObject extends DurableObject {}
