/** The check where there is no web worker for it. Apart, because it brings the points' rules and the hash with it. */
import { type Verifier, verifierInPlace } from './port.ts';
import { deviceSha256 } from './sha256.ts';

export function deviceVerifier(): Verifier {
  return verifierInPlace(deviceSha256);
}
