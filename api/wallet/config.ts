/** How wallets are reached and what they are told, as it is configured. */
export interface WalletsConfig {
  /** Where the list of wallets is. */
  readonly listUrl: string;
  /** Origins through which wallets are spoken to. */
  readonly bridges: readonly string[];
  /** The `app_name` of the wallet that stands first; null for none. */
  readonly preferred: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
}

/** Whom the app speaks to about wallets, as origins, each once. */
export function walletOrigins({ listUrl, bridges }: Pick<WalletsConfig, 'listUrl' | 'bridges'>): string[] {
  return [...new Set([new URL(listUrl).origin, ...bridges])];
}
