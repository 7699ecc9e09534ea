/** Build-time constants. */
interface ImportMetaEnv {
  readonly VITE_APP_VERSION: string;
  /** The name of the app. */
  readonly VITE_APP_NAME: string;
  /** What the operator's file says, without its mark. */
  readonly VITE_LINKS: Omit<import('./core/operator.ts').Operator, 'mark'>;
  /** Whether that has offers of partners: the first screen needs no more of it. */
  readonly VITE_HAS_OFFERS: boolean;
  /** Whether the operator has a mark of their own at /mark.svg. */
  readonly VITE_HAS_MARK: boolean;
  /** The pins of the published totals, as `PinTexts` of core/proof/pins.ts. */
  readonly VITE_PROOF_ORIGIN: string;
  readonly VITE_PROOF_KEYS: string;
  readonly VITE_PROOF_WITNESSES: string;
  readonly VITE_PROOF_QUORUM: string;
}
