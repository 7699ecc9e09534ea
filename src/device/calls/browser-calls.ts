/** The calls with the check as browsers run it: one file, which the start of the device does not need. */
export { browserVerifier } from '../verify/browser-verifier.ts';
export * from './calls.ts';
