/** What routes work with, whatever runtime they run on. */

import type { DeletionProofs } from '../auth/deletion-proof.ts';
import type { ExportTokens } from '../auth/export-token.ts';
import type { ShareTokens } from '../auth/share-token.ts';
import type { CalendarProvider } from '../calendar/provider.ts';
import type { Neighbours } from '../exchange/neighbours.ts';
import type { ReadyReport } from '../health/readiness.ts';
import type { EdgeDeps } from '../http/endpoint.ts';
import type { Ledger } from '../ledger/types.ts';
import type { MarketProvider } from '../market/provider.ts';
import type { Minting } from '../sbt/minting.ts';
import type { FindPicture } from '../share/pictures.ts';
import type { Prepare } from '../share/prepare.ts';
import type { Sql } from '../sqlite/port.ts';
import type { WalletsConfig } from '../wallet/config.ts';
import type { ProofPayloads } from '../wallet/payload.ts';

export interface RouteDeps extends EdgeDeps {
  readonly ledger: Ledger;
  readonly neighbours: Neighbours;
  readonly sql: Sql;
  /** A user has erased something: no file may keep it. */
  readonly onErased?: () => void;
  /** What the last probe of the database found. */
  readonly ready: () => ReadyReport | Promise<ReadyReport>;
  readonly market: MarketProvider;
  readonly calendar: CalendarProvider;
  /** UTF-8 in, lower-case hex out. */
  readonly sha256: (text: string) => string;
  readonly exportTokens: ExportTokens;
  readonly deletionProofs: DeletionProofs;
  readonly shareTokens: ShareTokens;
  readonly proofPayloads: ProofPayloads;
  readonly findPicture: FindPicture;
  /** Prepares the message of a shared picture; without the bot there is none. */
  readonly prepare?: Prepare;
  /** A new UUID version 7. */
  readonly newRecordId: () => string;
  readonly wallets: WalletsConfig;
  /** Null where badges are no tokens. */
  readonly minting: Minting | null;
  /** An origin without a slash at its end. */
  readonly publicUrl: string;
  /** The product's version. */
  readonly version: string;
  readonly links: { readonly appLink: string; referralLink(userId: number): string };
}
