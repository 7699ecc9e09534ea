/** What routes work with, whatever runtime they run on. */
import type { CalendarProvider } from '../calendar/provider.ts';
import type { EdgeDeps } from '../http/endpoint.ts';
import type { Ledger } from '../ledger/types.ts';
import type { MarketProvider } from '../market/provider.ts';
import type { Sql } from '../sqlite/port.ts';

export interface RouteDeps extends EdgeDeps {
  readonly ledger: Ledger;
  readonly sql: Sql;
  readonly market: MarketProvider;
  readonly calendar: CalendarProvider;
  /** UTF-8 in, lower-case hex out. */
  readonly sha256: (text: string) => string;
  /** Letters and digits that nobody can guess, at least 128 bits of them. */
  readonly randomToken: () => string;
  /** A new UUID version 7. */
  readonly newRecordId: () => string;
  /** An origin without a slash at its end. */
  readonly publicUrl: string;
  /** The product's version. */
  readonly version: string;
  readonly links: { readonly appLink: string; referralLink(userId: number): string };
}
