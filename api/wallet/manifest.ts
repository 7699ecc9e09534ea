/** TON Connect's manifest: the description of the app that wallets show before they connect. */

export interface ManifestConfig {
  /** An origin without a slash at its end. */
  readonly publicUrl: string;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
}

export function manifestOf({ publicUrl, termsUrl, privacyUrl }: ManifestConfig): object {
  return {
    url: publicUrl,
    name: 'iRICH',
    iconUrl: `${publicUrl}/icon-192.png`,
    ...(termsUrl === null ? {} : { termsOfUseUrl: termsUrl }),
    ...(privacyUrl === null ? {} : { privacyPolicyUrl: privacyUrl }),
  };
}
