/** Connects the check of the user's points to passports. */
import { PassportCard } from '#features/passport/passport-card.tsx';
import { ProofScreen } from '#features/proof/proof-screen.tsx';

export function Screen() {
  return <ProofScreen passport={(onFork) => <PassportCard onFork={onFork} />} />;
}
