/** The dependencies of routes, independent of the runtime. */

import type { DeletionProofs, UserTokens } from './auth/tokens.ts';
import type { CalendarProvider } from './calendar/provider.ts';
import type { WalletsConfig } from './config/wallets.ts';
import type { Ledger } from './ledger/types.ts';
import type { MarketProvider } from './market/provider.ts';
import type { Neighbours } from './referrals/neighbours.ts';
import type { ReadyReport } from './runtime/health/readiness.ts';
import type { EdgeDeps } from './runtime/http/endpoint.ts';
import type { Sql } from './runtime/sqlite/port.ts';
import type { Minting } from './sbt/minting.ts';
import type { FindPicture } from './shared-images/pictures.ts';
import type { Prepare } from './shared-images/prepare.ts';
import type { ProofPayloads } from './wallet/payload.ts';

export interface RouteDeps extends EdgeDeps {
  readonly ledger: Ledger;
  readonly neighbours: Neighbours;
  readonly sql: Sql;
  /** Called when a user has erased data, so that the database file drops the bytes too. */
  readonly onErased?: () => void;
  /** The result of the last database probe. */
  readonly ready: () => ReadyReport | Promise<ReadyReport>;
  readonly market: MarketProvider;
  readonly calendar: CalendarProvider;
  readonly exportTokens: UserTokens;
  readonly deletionProofs: DeletionProofs;
  readonly shareTokens: UserTokens;
  readonly proofPayloads: ProofPayloads;
  readonly findPicture: FindPicture;
  /** Prepares the message of a shared picture; absent while the bot is off. */
  readonly prepare?: Prepare;
  /** A new UUID version 7. */
  readonly newRecordId: () => string;
  readonly wallets: WalletsConfig;
  /** Null if badges cannot become tokens. */
  readonly minting: Minting | null;
  /** An origin without a slash at its end. */
  readonly publicUrl: string;
  /** The product's version. */
  readonly version: string;
  readonly links: { readonly appLink: string; referralLink(userId: number): string };
}
