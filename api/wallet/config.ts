/** The configuration of wallets. */
export interface WalletsConfig {
  /** Address of the list of wallets. */
  readonly listUrl: string;
  /** Origins of the bridges to wallets. */
  readonly bridges: readonly string[];
  /** The `app_name` of the wallet that is listed first; null for none. */
  readonly preferred: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
}

/** The origins that the app connects to for wallets, without duplicates. */
export function walletOrigins({ listUrl, bridges }: Pick<WalletsConfig, 'listUrl' | 'bridges'>): string[] {
  return [...new Set([new URL(listUrl).origin, ...bridges])];
}
