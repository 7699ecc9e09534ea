/** The dependencies of routes, independent of the runtime. */

import type { Rules } from '#core/points/rules.ts';
import type { LaunchData } from './auth/launch-data.ts';
import type { DeletionProofs, UserTokens } from './auth/tokens.ts';
import type { CalendarProvider } from './calendar/provider.ts';
import type { WalletsConfig } from './config/wallets.ts';
import type { Ledger } from './ledger/types.ts';
import type { MarketProvider } from './market/provider.ts';
import type { LogPeer } from './proof/log-peer.ts';
import type { Neighbours } from './referrals/neighbours.ts';
import type { ReadyReport } from './runtime/health/readiness.ts';
import type { EdgeDeps } from './runtime/http/endpoint.ts';
import type { SignedDeps } from './runtime/http/mount.ts';
import type { Sql } from './runtime/sqlite/port.ts';
import type { Minting } from './sbt/minting.ts';
import type { Reveals } from './seals/reveals.ts';
import type { FindPicture } from './shared-images/pictures.ts';
import type { Prepare } from './shared-images/prepare.ts';
import type { ProofPayloads } from './wallet/payload.ts';

interface CommonDeps {
  readonly shareTokens: UserTokens;
  /** An origin without a slash at its end. */
  readonly publicUrl: string;
  readonly appName: string;
  readonly links: { readonly appLink: string; referralLink(userId: number): string };
  /** The log of published totals; null if nothing is published. */
  readonly proofLog: LogPeer | null;
}

/** What routes of calls without a user need. */
export interface PublicRouteDeps extends EdgeDeps, CommonDeps {
  /** The result of the last database probe. */
  readonly ready: () => ReadyReport | Promise<ReadyReport>;
  readonly market: MarketProvider;
  readonly calendar: CalendarProvider;
  readonly findPicture: FindPicture;
  readonly reveals: Reveals;
  readonly wallets: WalletsConfig;
  /** The product's version. */
  readonly version: string;
}

/** What routes of a user's calls need. */
export interface RouteDeps extends SignedDeps, CommonDeps {
  readonly ledger: Ledger;
  readonly neighbours: Neighbours;
  /** May be a few minutes old. */
  readonly calendar: CalendarProvider;
  readonly sql: Sql;
  /** Called when a user has erased data, so that the database file drops the bytes too. Only needed where there is a file. */
  readonly onErased?: () => void;
  /** See `Authenticator.firstLaunch`. */
  readonly firstLaunch: (text: string, userId: number) => LaunchData | null;
  readonly exportTokens: UserTokens;
  readonly deletionProofs: DeletionProofs;
  readonly proofPayloads: ProofPayloads;
  /** Prepares the message of a shared picture; absent while the bot is off. */
  readonly prepare?: Prepare;
  /** A new UUID version 7. */
  readonly newRecordId: () => string;
  /** Of new events. */
  readonly rules: Rules;
  /** Null if badges cannot become tokens. */
  readonly minting: Minting | null;
}
