/** The calls with the check as browsers run it: one file, which the start of the device does not need. */
import type { LoadChunk } from '#platform/chunks/load-chunk.ts';
import type { DevicePorts } from '../ports.ts';
import { browserVerifier } from '../verify/browser-verifier.ts';
import { calls, referralsQuestion, sendSeals } from './calls.ts';

export function browserCalls(
  loadChunk: LoadChunk,
  log: DevicePorts['log'],
): Awaited<ReturnType<DevicePorts['fetchCalls']>> {
  return { calls, referralsQuestion, sendSeals, verifier: browserVerifier(loadChunk, log) };
}
