/** Build-time constants. */
interface ImportMetaEnv {
  readonly VITE_APP_VERSION: string;
  /** The pins of the published totals, as `PinTexts` of core/proof/pins.ts. */
  readonly VITE_PROOF_ORIGIN: string;
  readonly VITE_PROOF_KEYS: string;
  readonly VITE_PROOF_WITNESSES: string;
  readonly VITE_PROOF_QUORUM: string;
}
