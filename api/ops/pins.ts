/** The pins of published totals that a build takes from its environment: see `PinTexts` in `src/core/proof/pins.ts`. */
const NAMES = ['PROOF_ORIGIN', 'PROOF_KEYS', 'PROOF_WITNESSES', 'PROOF_QUORUM'];

/** One text for the same pins; empty where nothing is pinned. */
export function pinsOf(env: NodeJS.ProcessEnv): string {
  return NAMES.map((name) => env[name]?.trim() ?? '')
    .join('\n')
    .trim();
}
